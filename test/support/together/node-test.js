import * as runner from 'node:test';

/**
 * What stands for `node:test` in test files that share a process (`run-files.js`). What a file registers while it is imported becomes
 * part of the file's own suite, so that its hooks run before and after its own tests. Anything registered later is left to the runner.
 */

/** @type {(() => void)[] | null} */
let collected = null;

/**
 * @param {() => Promise<unknown>} importFile
 * @returns {Promise<(() => void)[]>} Registers each test, suite and hook of the file.
 */
export async function collectFrom(importFile) {
  /** @type {(() => void)[]} */
  const found = [];
  collected = found;
  try {
    await importFile();
    return found;
  } finally {
    collected = null;
  }
}

/**
 * @template {(...parameters: any[]) => any} Register
 * @param {Register} register
 * @returns {Register}
 */
function collecting(register) {
  return /** @type {Register} */ (
    (...parameters) => {
      if (collected === null) return register(...parameters);
      collected.push(() => register(...parameters));
    }
  );
}

/**
 * @template {typeof runner.test | typeof runner.suite} Register
 * @param {Register} register
 * @returns {Register}
 */
function collectingAll(register) {
  const { skip, todo, only } = register;
  const ways = { skip: collecting(skip), todo: collecting(todo), only: collecting(only) };
  return /** @type {Register} */ (Object.assign(collecting(register), ways));
}

export const { mock } = runner;
export const test = collectingAll(runner.test);
export const suite = collectingAll(runner.suite);
export const before = collecting(runner.before);
export const after = collecting(runner.after);
export const beforeEach = collecting(runner.beforeEach);
export const afterEach = collecting(runner.afterEach);
export { suite as describe, test as it };
