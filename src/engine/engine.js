import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { MODULE } from './module.generated.js';

/**
 * @typedef {object} Engine An instance of the engine's WebAssembly module (`assembly/index.ts`).
 * @property {Record<string, any>} exports Its functions, and its globals as `WebAssembly.Global`s.
 * @property {Buffer} memory All of its memory. It never grows or moves, so an address is an index.
 * @property {(change: number, start: number, end: number) => number} changeField Called by the module; see EngineEditor.
 * @property {(test: number, start: number, end: number, isQuoted: number) => number} testField Called by the module; see
 *   RecordTestLayout.
 * @property {(number: number, start: number, end: number, isQuoted: number) => number} fitsType Called by the module; see
 *   TypeLayout.
 */

/**
 * Takes an instance that nobody else uses. Each reserves gigabytes of addresses, so released ones are used again.
 *
 * @returns {Engine}
 */
export function acquireEngine() {
  return idle.pop() ?? createEngine();
}

/**
 * Call it before anything is written: nothing can be processed without an engine.
 *
 * @throws {UsageError} `usage/no-webassembly`
 */
export function requireEngine() {
  try {
    releaseEngine(acquireEngine());
  } catch (cause) {
    const reason = printable(cause instanceof Error ? cause.message : String(cause));
    throw new UsageError(
      'usage/no-webassembly',
      `WebAssembly is needed and cannot be used here (${reason}); run Node without --jitless, on a processor with SIMD, ` +
        'and without a limit on its address space (ulimit -v)',
      { cause },
    );
  }
}

/** @param {Engine} engine From `acquireEngine`; its user must not touch it any more. */
export function releaseEngine(engine) {
  // They hold what its user worked with: an entry's editor, and the key of its hashes.
  Object.assign(engine, NO_CALLBACKS);
  idle.push(engine);
}

/** @returns {Engine} A new one. */
export function createEngine() {
  module ??= new WebAssembly.Module(Buffer.from(MODULE, 'base64'));
  /** @type {Engine['changeField']} */
  const changeField = (change, start, end) => engine.changeField(change, start, end);
  /** @type {Engine['testField']} */
  const testField = (test, start, end, isQuoted) => engine.testField(test, start, end, isQuoted);
  /** @type {Engine['fitsType']} */
  const fitsType = (number, start, end, isQuoted) => engine.fitsType(number, start, end, isQuoted);
  const exports = /** @type {Record<string, any>} */ (
    new WebAssembly.Instance(module, { editor: { changeField, testField, fitsType } }).exports
  );
  /** @type {Engine} */
  const engine = { exports, memory: Buffer.from(exports.memory.buffer), ...NO_CALLBACKS };
  return engine;
}

const NO_CALLBACKS = { changeField: () => 0, testField: () => 0, fitsType: () => 0 };

/** @type {Engine[]} */
const idle = [];

/** @type {WebAssembly.Module | undefined} */
let module;
