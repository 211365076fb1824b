import { BlockWriter } from '../csv/text/block-writer.js';
import { CHUNK_BYTES } from '../memory/memory-plan.js';

/** @import { EditedBytes } from '../csv/edited-bytes.js' */
/** @import { Engine } from './engine.js' */

/** Gathers an entry's bytes in blocks, unchanged: what `EngineBlocks` does for an entry that is edited. */
export class CopiedBlocks {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.output = new BlockWriter(CHUNK_BYTES);
    this.end = 0;
    this.canSuspend = true;
    this.bytesAtOnce = Number.MAX_SAFE_INTEGER;
    this.isBehind = false;
  }

  /**
   * @param {{ start: number, end: number, final: boolean }} step
   * @returns {EditedBytes}
   */
  edit({ start, end, final }) {
    this.end = end;
    this.output.write(this.engine.memory.subarray(start, end));
    return { output: this.output.take(final), rejected: [], reasons: [] };
  }

  snapshot() {
    return null;
  }

  /** @returns {EditedBytes} */
  flush() {
    return { output: this.output.take(true), rejected: [], reasons: [] };
  }

  get keptFrom() {
    return this.end;
  }

  /** @param {number} bytes */
  movedDown(bytes) {
    this.end -= bytes;
  }
}
