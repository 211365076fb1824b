import { restoreFindings, shapeIn, stateOf } from './block-editor-state.js';
import { isNative } from './dialect.js';
import { editBytes, editPiece } from './edit-bytes.js';
import { NOTHING } from './edited-bytes.js';
import { PieceEditor } from './foreign/piece-editor.js';
import { openRecords } from './open-records.js';
import { Opening } from './opening/opening.js';
import { BadRecords } from './records/bad/bad-records.js';
import { endEmpty } from './records/end-empty.js';
import { recordTooLong } from './records/record-errors.js';
import { PendingBytes } from './text/pending-bytes.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { BlockEditorState, FormerState } from './block-editor-state.js' */
/** @import { CsvCounts } from './counts.js' */
/** @import { EditedBytes } from './edited-bytes.js' */
/** @import { TableColumn, Transforms } from './plan/field-plan.js' */
/** @import { OpenText } from './foreign/text-editing.js' */
/** @import { OpenEditor, OpenRecords } from './open-records.js' */
/** @import { Opened } from './opening/opening.js' */
/** @import { RecordEditor } from './records/record-editor.js' */
/** @import { Shape } from './shape.js' */

/**
 * Edits an entry chunk by chunk: reads its opening, then passes blocks of whole records to a `RecordEditor`.
 *
 * A record that a chunk's end cuts in two is kept until the rest of it arrives. In the function, whose engine edits records
 * where it has inflated them, this editor gets openings and long records.
 */
export class BlockEditor {
  /**
   * @param {object} options
   * @param {CsvRule} options.rule
   * @param {Transforms} options.transforms
   * @param {number} options.maxRecordBytes
   * @param {(columns: number, isForeign: boolean) => number} [options.maxRecordBytesWith] The limit once the number of columns
   *   is known, and whether the records have to be decoded or translated.
   * @param {number} options.maxDescribed How many bad records to describe in `counts`, if they fit there.
   * @param {number} [options.entryBytes] Inflated, as declared.
   * @param {CsvCounts} options.counts Updated here.
   * @param {string} [options.entry] Its name.
   * @param {(columns: TableColumn[], delimiter: string) => void} [options.onColumns] Called before any records of a table are edited, also by
   *   `restore`. An entry without a header has no columns, and no records.
   * @param {Opening} [options.opening] Reads the opening otherwise.
   * @param {OpenEditor} [options.openEditor] As for `openRecords`; and `openText`.
   * @param {OpenText} [options.openText]
   */
  constructor(options) {
    const { rule, maxRecordBytes, counts } = options;
    this.options = options;
    this.rule = rule;
    this.maxRecordBytes = maxRecordBytes;
    this.counts = counts;
    this.bad = new BadRecords(options);
    this.opening = options.opening ?? new Opening(rule, maxRecordBytes);
    /** @type {Shape | null} null until the header is known */
    this.shape = null;
    /** @type {RecordEditor | null} null until the header is known */
    this.editor = null;
    /** @type {PieceEditor | null} null for records that are RFC 4180 in UTF-8. */
    this.pieces = null;
    /** @type {OpenRecords['notUtf8']} */
    this.notUtf8 = null;
    this.pending = new PendingBytes(maxRecordBytes);
    /** Whether `editPending` is to be called again. */
    this.isBehind = false;
    /** @type {Opened['footer']} */
    this.footer = [];
    /** Where `pending` begins in the entry. */
    this.position = 0;
  }

  /**
   * @param {Uint8Array} chunk It is copied.
   * @param {boolean} final Whether the entry ends with it.
   * @param {boolean} [leavesRecords] Whether to leave the records behind a header that this chunk completes to the caller.
   * @param {number} [pieceBytes] As for `editPending`.
   * @returns {EditedBytes}
   * @throws {CsvError | LimitError}
   */
  edit(chunk, final, leavesRecords = false, pieceBytes = Number.POSITIVE_INFINITY) {
    const { pending, pieces } = this;
    pending.append(chunk);
    // A foreign record may end with a CR, and has limits of its own.
    const isDue = this.editor === null || pieces !== null ? pending.hasGrown : pending.isDue;
    if (!final && !isDue && (pieces !== null || pending.length <= this.maxRecordBytes)) return NOTHING;
    try {
      return this.editor === null ? this.open(final, leavesRecords) : this.editRecords(this.editor, final, pieceBytes);
    } catch (error) {
      pending.clear();
      throw error;
    }
  }

  /**
   * Edits the records that `edit` has left, or the first of them.
   *
   * @param {boolean} final
   * @param {number} pieceBytes How many bytes to edit at most, unless a record is longer. `isBehind` says whether some are left.
   * @returns {EditedBytes}
   * @throws {CsvError | LimitError}
   */
  editPending(final, pieceBytes) {
    try {
      return this.editRecords(/** @type {RecordEditor} */ (this.editor), final, pieceBytes);
    } catch (error) {
      this.pending.clear();
      throw error;
    }
  }

  /**
   * @param {boolean} final
   * @param {boolean} leavesRecords
   * @returns {EditedBytes}
   */
  open(final, leavesRecords) {
    const { opened, used } = this.opening.read(this.pending.bytes, final);
    if (opened === null) {
      this.use(used);
      return NOTHING;
    }
    if (opened.width === 0) return endEmpty(opened, this);
    this.editor = this.editorFor(opened);
    for (const line of opened.skipped) this.editor.aside.skipLine(line);
    if (opened.header) this.notUtf8?.look(opened.header);
    if (this.rule.table === null) {
      this.editor.output.write(opened.mark);
      if (opened.header) this.editor.editHeader(opened.header);
    }
    this.use(used);
    this.footer = opened.footer;
    if (opened.footer.length > 0) this.pending.truncate(opened.footer[0].byte - this.position);
    return leavesRecords ? NOTHING : this.editRecords(this.editor, final);
  }

  /**
   * @param {RecordEditor} editor
   * @param {boolean} final
   * @param {number} [pieceBytes]
   * @returns {EditedBytes}
   * @throws {LimitError} `limit/record`
   */
  editRecords(editor, final, pieceBytes = Number.POSITIVE_INFINITY) {
    const { pending, pieces, notUtf8, position } = this;
    const parts = { position, editor, notUtf8, pieces };
    const piece = editPiece(pending.bytes, pieceBytes, parts);
    const used = piece > 0 ? piece : editBytes(pending.bytes, final, parts);
    this.isBehind = piece > 0 || (editor.output.isFull && used < pending.length);
    this.use(used);
    if (this.isBehind) return this.take(false);
    if (pieces === null) this.limitPending();
    if (!final) return this.take(false);
    for (const line of this.footer) editor.aside.skipLine(line);
    this.bad.judge();
    return this.take(true);
  }

  /** @param {number} bytes How many pending bytes are done with. */
  use(bytes) {
    this.pending.drop(bytes);
    this.position += bytes;
  }

  /**
   * @param {boolean} final Whether to flush blocks that are not full too.
   * @returns {EditedBytes}
   */
  take(final) {
    if (this.editor === null) return NOTHING;
    const { output, rejected } = this.editor;
    return { output: output.take(final), rejected: rejected.take(final), reasons: this.bad.take(final) };
  }

  /**
   * @param {Shape} shape
   * @returns {RecordEditor}
   */
  editorFor({ dialect, names, width }) {
    const { bad, counts, options } = this;
    const maxRecordBytes = options.maxRecordBytesWith?.(width, !isNative(dialect)) ?? options.maxRecordBytes;
    this.maxRecordBytes = maxRecordBytes;
    this.shape = { dialect, names, width };
    bad.begin(this.shape);
    counts.dialect = dialect;
    const { editor, foreign, notUtf8 } = openRecords(this.shape, { ...options, maxRecordBytes, bad });
    this.pieces = foreign && new PieceEditor(foreign);
    this.notUtf8 = notUtf8;
    return editor;
  }

  /**
   * @returns {BlockEditorState | null} null until the header is known. Saving `counts` and the output so far is up to
   *   the caller.
   */
  snapshot() {
    return this.shape === null || this.editor === null ? null : stateOf(this.shape, this);
  }

  /**
   * Resumes from the state of another editor with the same rule.
   *
   * @param {BlockEditorState | FormerState} state
   * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`, `csv/nothing-kept`
   */
  restore(state) {
    this.editor = this.editorFor(shapeIn(state, this.rule));
    restoreFindings(state, this);
    this.position = state.position;
    this.pending.append(state.rest);
  }

  /**
   * Takes over an incomplete record from the engine.
   *
   * @param {Uint8Array} bytes They are copied.
   * @throws {LimitError} `limit/record`
   */
  keep(bytes) {
    this.pending.append(bytes);
    this.use(0);
    this.limitPending();
  }

  limitPending() {
    if (this.pending.length <= this.maxRecordBytes) return;
    throw recordTooLong(this.counts.records.read + 1, this.position, this.maxRecordBytes);
  }
}
