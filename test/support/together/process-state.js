/**
 * What belongs to the process, and may not be changed by a test file that shares it with others.
 *
 * @returns {Map<string, unknown>} By what it is.
 */
export function processState() {
  return new Map([
    ...Object.entries(process.env).map(([name, value]) => entry(`the variable ${name}`, value)),
    ...EVENTS.map(event => entry(`the listeners of "${event}"`, process.listenerCount(event))),
    ...GLOBALS.map(name => entry(`the global ${name}`, valueOfGlobal(name))),
    entry('the folder', process.cwd()),
    entry('the exit code', process.exitCode),
  ]);
}

/** @param {Map<string, unknown>} before */
export function assertUnchanged(before) {
  const after = processState();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    what => !Object.is(before.get(what), after.get(what)),
  );
  if (changed.length > 0) throw new Error(`changes ${changed.join(', ')} for later files: own-process.js is for that`);
}

/**
 * @param {string} name
 * @returns {unknown} Of a global, without loading one that Node loads when it is asked for.
 */
function valueOfGlobal(name) {
  return Object.getOwnPropertyDescriptor(globalThis, name)?.value;
}

/**
 * @param {string} what
 * @param {unknown} value
 * @returns {[string, unknown]}
 */
function entry(what, value) {
  return [what, value];
}

/** Those of Node's own: a package may add some. */
const GLOBALS = Object.getOwnPropertyNames(globalThis);
const EVENTS = ['uncaughtException', 'unhandledRejection', 'warning', 'beforeExit', 'SIGINT', 'SIGTERM', 'message'];
