import { MODULE } from './module.generated.js';

/**
 * @typedef {object} Engine An instance of the engine's WebAssembly module (`assembly/index.ts`).
 * @property {Record<string, any>} exports Its functions, and its numbers as `WebAssembly.Global`s.
 * @property {Buffer} memory All of its memory, which never grows or moves: an address is an index.
 * @property {(phone: number, start: number, end: number) => number} formatPhone What the module calls; see EngineEditor.
 */

/**
 * An instance that nobody else uses. Each reserves gigabytes of addresses, so those that are given back are used again.
 *
 * @returns {Engine}
 */
export function acquireEngine() {
  return idle.pop() ?? createEngine();
}

/** @returns {boolean} Whether an instance can be had: there may be no addresses left for one. */
export function isEngineThere() {
  try {
    releaseEngine(acquireEngine());
    return true;
  } catch {
    return false;
  }
}

/** @param {Engine} engine From `acquireEngine`; it must not be used any more. */
export function releaseEngine(engine) {
  idle.push(engine);
}

/** @returns {Engine} A new one. */
export function createEngine() {
  module ??= new WebAssembly.Module(Buffer.from(MODULE, 'base64'));
  /** @type {Engine['formatPhone']} */
  const formatPhone = (phone, start, end) => engine.formatPhone(phone, start, end);
  const exports = /** @type {Record<string, any>} */ (
    new WebAssembly.Instance(module, { editor: { formatPhone } }).exports
  );
  /** @type {Engine} */
  const engine = { exports, memory: Buffer.from(exports.memory.buffer), formatPhone: () => 0 };
  return engine;
}

/** @type {Engine[]} */
const idle = [];

/** @type {WebAssembly.Module | undefined} */
let module;
