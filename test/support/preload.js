import hooks from 'node:async_hooks';
import { isMainThread } from 'node:worker_threads';

// Loaded before each test file. Node's test runner finds the test that a piece of code belongs to by a hook that is called for every
// promise, and again when it is collected: a tenth of the CPU time of all tests. An `AsyncLocalStorage` knows the same for nothing, but
// for errors that nobody catches. They end the file, which fails with them.

const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks;

/** The id of the test that runs. @type {import('node:async_hooks').AsyncLocalStorage<number>} */
const running = new AsyncLocalStorage();
/** What the runner's hook does for a new resource: notes the tests by their ids. */
let note = (/** @type {any[]} */ ..._) => {};

hooks.createHook = callbacks => {
  if (!isRunners(callbacks)) return createHook(callbacks);
  note = /** @type {typeof note} */ (callbacks.init);
  return IDLE;
};

/** @param {object} callbacks Those of Node's own modules have no prototype. */
function isRunners(callbacks) {
  return Object.getPrototypeOf(callbacks) === null;
}

/** @type {import('node:async_hooks').AsyncHook} */
const IDLE = { enable: () => IDLE, disable: () => IDLE };

hooks.executionAsyncId = () => running.getStore() ?? executionAsyncId();

hooks.AsyncResource = class extends AsyncResource {
  #isTests;

  /** @param {ConstructorParameters<typeof AsyncResource>} args */
  constructor(...args) {
    super(...args);
    this.#isTests = args[0].startsWith('Test');
    if (this.#isTests) note(this.asyncId(), args[0], this.triggerAsyncId(), this);
  }

  /**
   * @param {(...args: any[]) => any} run
   * @param {any} [thisArg]
   * @param {any[]} args
   */
  runInAsyncScope(run, thisArg, ...args) {
    if (!this.#isTests) return super.runInAsyncScope(run, thisArg, ...args);
    return running.run(this.asyncId(), () => super.runInAsyncScope(run, thisArg, ...args));
  }
};

if (isMainThread) {
  // Processes that the tests fork have nothing to do with that.
  process.execArgv = process.execArgv.filter(argument => argument !== '--import' && argument !== import.meta.url);
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, error => {
      console.error(error);
      process.exit(1);
    });
  }
}
