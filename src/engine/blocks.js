import { BlockEditor } from '../csv/block-editor.js';
import { pieceBytesFor } from '../csv/text/piece-bytes.js';
import { EngineEditor } from './engine-editor.js';
import { EngineText } from './engine-text.js';
import { MAX_KEPT_BYTES } from './inflater.js';

/** @import { BlockEditorState } from '../csv/block-editor-state.js' */
/** @import { EditedBytes } from '../csv/edited-bytes.js' */
/** @import { Engine } from './engine.js' */

/**
 * Edits an entry's records in the engine's memory, where they were inflated. A block editor takes the beginning of the entry,
 * until the header is known, records that are longer than the engine can keep, and all records that have to be translated.
 */
export class EngineBlocks {
  /**
   * @param {Engine} engine
   * @param {Omit<ConstructorParameters<typeof BlockEditor>[0], 'openText'>} options The block editor's.
   */
  constructor(engine, options) {
    this.engine = engine;
    /** @type {EngineEditor | null} null until the header is known */
    this.engineEditor = null;
    /** @type {EngineText | null} Where records are decoded or translated. */
    this.engineText = null;
    this.blockEditor = new BlockEditor({
      ...options,
      openText: parts => {
        this.engineText = new EngineText(engine, parts);
        return this.engineText;
      },
    });
    /** Address of the record that the last step cut off; null while the block editor has it. */
    this.recordStart = /** @type {number | null} */ (null);
    /** Address of the last step's bytes, all of which the engine has until the next one. */
    this.start = 0;
    /** Address behind them. */
    this.end = 0;
    this.pieceBytes = pieceBytesFor(options.rule);
    /** Whether bytes are left. The next call of `edit` edits a piece of them. */
    this.isBehind = false;
  }

  /**
   * @param {{ start: number, end: number, final: boolean }} step Addresses of the bytes that follow those of the last call,
   *   and whether the entry ends with them.
   * @returns {EditedBytes}
   * @throws {CsvError | LimitError}
   */
  edit({ start, end, final }) {
    const { blockEditor, engine } = this;
    this.end = end;
    if (this.recordStart !== null) return this.editHere(this.recordStart, final);
    if (this.isBehind) return this.editLeft(final);
    this.start = start;
    const wasOpen = blockEditor.editor !== null;
    const isLong = !wasOpen && blockEditor.pending.length > this.pieceBytes;
    const edited = blockEditor.edit(engine.memory.subarray(start, end), final, !final || isLong, this.pieceBytes);
    this.isBehind = blockEditor.isBehind;
    if (this.isBehind) return edited;
    const hasOpened = !wasOpen && blockEditor.editor !== null;
    // At the end there is nothing left to take over: a small entry never needs an engine editor.
    if (final) return isLong && hasOpened ? this.editLeft(true) : edited;
    this.takeOver(hasOpened);
    if (!hasOpened) return edited;
    // The block editor has left what follows the header.
    return this.recordStart === null ? this.editLeft(false) : this.editHere(this.recordStart, false);
  }

  /**
   * @param {boolean} final
   * @returns {EditedBytes} Of a piece of the records that the block editor has left.
   */
  editLeft(final) {
    const edited = this.blockEditor.editPending(final, this.pieceBytes);
    this.isBehind = this.blockEditor.isBehind;
    if (!this.isBehind && !final) this.takeOver(false);
    return edited;
  }

  /**
   * @param {number} recordStart
   * @param {boolean} final
   * @returns {EditedBytes}
   */
  editHere(recordStart, final) {
    const { blockEditor, end } = this;
    const engineEditor = /** @type {EngineEditor} */ (this.engineEditor);
    let used = 0;
    // Twice as many bytes as long as not even one record ends in them.
    for (let bytes = this.pieceBytes; used === 0 && !final && recordStart + bytes < end; bytes *= 2) {
      used = engineEditor.edit(recordStart, recordStart + bytes, false, blockEditor.position);
    }
    const isPiece = used > 0;
    if (!isPiece) used = engineEditor.edit(recordStart, end, final, blockEditor.position);
    this.isBehind = isPiece || (engineEditor.recordEditor.output.isFull && recordStart + used < end);
    blockEditor.notUtf8?.look(this.engine.memory.subarray(recordStart, recordStart + used));
    blockEditor.position += used;
    this.recordStart = recordStart + used;
    if (!this.isBehind && end - this.recordStart > Math.min(MAX_KEPT_BYTES, blockEditor.maxRecordBytes))
      this.handBack();
    const isLast = final && !this.isBehind;
    if (isLast) blockEditor.bad.judge();
    return blockEditor.take(isLast);
  }

  /**
   * Takes over from the block editor, if the bytes that it keeps are in the engine's memory too.
   *
   * @param {boolean} hasOpened Whether they begin behind the header, rather than with a record that is incomplete.
   */
  takeOver(hasOpened) {
    const { editor: recordEditor, pending } = this.blockEditor;
    const isHere = pending.length <= this.end - this.start && (hasOpened || pending.length <= MAX_KEPT_BYTES);
    if (recordEditor === null || !isHere) return;
    if (this.engineText !== null) {
      this.engineText.begin();
      return;
    }
    this.engineEditor ??= new EngineEditor({ engine: this.engine, recordEditor });
    this.recordStart = this.end - pending.length;
    pending.clear();
  }

  /** Hands a record back to the block editor. */
  handBack() {
    this.blockEditor.keep(this.engine.memory.subarray(/** @type {number} */ (this.recordStart), this.end));
    this.recordStart = null;
  }

  /** How many bytes to inflate at once. Those of the opening have to be in the engine's memory together, to be taken over. */
  get bytesAtOnce() {
    return this.blockEditor.editor === null ? OPENING_BYTES : this.pieceBytes;
  }

  /** Whether the entry can be suspended here: not before the header is known. */
  get canSuspend() {
    return this.blockEditor.shape !== null;
  }

  /**
   * @param {BlockEditorState} state Of another one with the same rule. Its snapshot.
   * @throws {CsvError} If its header does not fit the rule.
   */
  restore(state) {
    this.blockEditor.restore(state);
  }

  /**
   * @returns {BlockEditorState | null} Call `flush` before: it does not hold what was edited so far.
   */
  snapshot() {
    const state = this.blockEditor.snapshot();
    if (state === null || this.recordStart === null) return state;
    return { ...state, rest: Buffer.from(this.engine.memory.subarray(this.recordStart, this.end)) };
  }

  /** @returns {EditedBytes} What was edited and does not fill a block. */
  flush() {
    return this.blockEditor.take(true);
  }

  /** Address of the first byte that has to stay in the engine's memory. */
  get keptFrom() {
    return this.recordStart ?? this.end;
  }

  /** @param {number} bytes How far the reader moved the kept bytes. */
  movedDown(bytes) {
    if (this.recordStart !== null) this.recordStart -= bytes;
    this.end -= bytes;
  }
}

/** More than an opening is sampled from. */
const OPENING_BYTES = 128 * 1024;
