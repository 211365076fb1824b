import { AsyncResource } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { collectFrom } from './node-test.js';
import { assertUnchanged, processState } from './process-state.js';

// Runs the test files that its arguments name, one after the other, in this process: each as a suite with the file's name, and then a
// test with the same name, which fails if the file could not be loaded or changed what belongs to the process. The first argument is
// the path of a journal, of when each file begins and what nobody caught: what a process sends of its tests may be lost with it.
const [journal = '', ...files] = process.argv.slice(2);
/** @param {{ file: string | null } | { error: string }} note */
const write = note => appendFileSync(journal, `${JSON.stringify({ ...note, ms: Math.round(performance.now()) })}\n`);

const STAND_IN = new URL('node-test.js', import.meta.url).href;
const PACKAGES = /\/node_modules\//;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (specifier !== 'node:test' || parentURL === STAND_IN || PACKAGES.test(parentURL))
      return next(specifier, context);
    return { url: STAND_IN, format: 'module', shortCircuit: true };
  },
});

// The runner finds the suite that a test belongs to by what runs at the moment, which may be the end of an earlier test.
const outside = new AsyncResource('files');

// The runner listens to the process from here on.
await test('the runner is ready');

// An error that nobody caught may be that of an earlier file. So nothing else runs in this process, and each file does by itself.
/** @param {unknown} error */
const end = error => {
  write({ error: inspect(error) });
  process.exit(1);
};
process.prependListener('uncaughtException', end).prependListener('unhandledRejection', end);

// A test may wait for what does not keep a process alive, as it may in a process of its own.
const alive = setInterval(() => {}, 2 ** 31 - 1);

for (const file of files) {
  write({ file });
  const before = processState();
  /** @type {unknown} */
  let failure = null;
  /** @type {(() => void)[]} */
  let tests = [];
  try {
    tests = await collectFrom(() => import(pathToFileURL(file).href));
  } catch (error) {
    failure = error;
  }
  const assertSound = () => {
    if (failure !== null) throw failure;
    assertUnchanged(before);
  };
  await outside.runInAsyncScope(() => {
    suite(file, () => {
      for (const register of tests) register();
    });
    return test(file, assertSound);
  });
}
clearInterval(alive);
write({ file: null });
