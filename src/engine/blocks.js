import { EngineEditor } from './engine-editor.js';
import { MAX_KEPT_BYTES } from './inflater.js';

/** @import { BlockEditor, BlockEditorState, EditedBlock } from '../csv/block-editor.js' */
/** @import { Engine } from './engine.js' */

/**
 * Edits an entry's records in the engine's memory, where they were inflated. A block editor takes the beginning of the entry,
 * until the header is known, and records that are longer than the engine can keep.
 */
export class EngineBlocks {
  /**
   * @param {Engine} engine
   * @param {BlockEditor} blocks
   */
  constructor(engine, blocks) {
    this.engine = engine;
    this.blocks = blocks;
    /** @type {EngineEditor | null} null until the header is known */
    this.editor = null;
    /** Address of the record that the last step cut off; null while the block editor has it. */
    this.from = /** @type {number | null} */ (null);
    this.end = 0;
  }

  /**
   * @param {{ start: number, end: number }} fresh Addresses of the bytes that follow those of the last call.
   * @param {boolean} final Whether the entry ends with them.
   * @returns {EditedBlock}
   * @throws {CsvError | LimitError}
   */
  edit({ start, end }, final) {
    const { blocks, engine } = this;
    this.end = end;
    if (this.from === null) {
      const block = blocks.edit(Buffer.from(engine.memory.subarray(start, end)), final);
      if (blocks.rest.length <= end - start) this.takeOver();
      return block;
    }
    const editor = /** @type {EngineEditor} */ (this.editor);
    const used = editor.edit(this.from, end, final, blocks.position);
    blocks.position += used;
    this.from += used;
    if (end - this.from > Math.min(MAX_KEPT_BYTES, blocks.maxRecordBytes)) this.giveBack();
    return blocks.take(final);
  }

  /** Takes over from the block editor. The bytes that it keeps are in the engine's memory too. */
  takeOver() {
    const { blocks } = this;
    const { editor, rest, heldBytes } = blocks;
    if (editor === null || heldBytes > 0 || rest.length > MAX_KEPT_BYTES) return;
    this.editor ??= new EngineEditor({ engine: this.engine, editor });
    this.from = this.end - rest.length;
    blocks.rest = EMPTY;
  }

  /** Hands a record back to the block editor. */
  giveBack() {
    this.blocks.keep(this.engine.memory.subarray(/** @type {number} */ (this.from), this.end));
    this.from = null;
  }

  /** Whether the entry can be suspended here: not before the header is known. */
  get canPause() {
    return this.blocks.shape !== null;
  }

  /**
   * @returns {BlockEditorState | null} Call `flush` before: it does not hold what was edited so far.
   */
  snapshot() {
    const state = this.blocks.snapshot();
    if (state === null || this.from === null) return state;
    return { ...state, rest: Buffer.from(this.engine.memory.subarray(this.from, this.end)) };
  }

  /** @returns {EditedBlock} What was edited and does not fill a block. */
  flush() {
    return this.blocks.take(true);
  }

  /** Address of the first byte that has to stay in the engine's memory. */
  get keptFrom() {
    return this.from ?? this.end;
  }

  /** @param {number} bytes How far the kept bytes were moved down. */
  moved(bytes) {
    if (this.from !== null) this.from -= bytes;
    this.end -= bytes;
  }
}

const EMPTY = Buffer.alloc(0);
