import { BadRecords } from './bad-records.js';
import { RFC_4180 } from './dialect.js';
import { planFields } from './field-plan.js';
import { Opening } from './opening.js';
import { RecordEditor } from './record-editor.js';
import { recordTooLong } from './record-errors.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { PhoneFormatter } from '../phone/formatter.js' */
/** @import { BadRecordsState } from './bad-records.js' */
/** @import { Opened } from './opening.js' */
/** @import { CsvCounts, ShortRecords } from './record-editor.js' */

/**
 * What editing some bytes has produced, in blocks. Each list may be empty.
 *
 * @typedef {object} EditedBytes
 * @property {Buffer[]} output
 * @property {Buffer[]} rejected Bad records and skipped lines, byte for byte.
 * @property {Buffer[]} reasons A line of JSON for each of them.
 */

/**
 * The state of an editor between two chunks: plain data from which another process can resume. `rest` begins with an
 * incomplete record, `position` is where that record begins in the entry.
 *
 * @typedef {Pick<Opened, 'dialect' | 'names' | 'width'>} Shape
 * @typedef {Shape & { position: number, rest: Buffer, bad: BadRecordsState, short: ShortRecords }} BlockEditorState
 *
 * The state as the version before wrote it, when there was one dialect.
 *
 * @typedef {Omit<Shape, 'dialect'> & { delimiter: number, position: number, rest: Buffer }} FormerState
 */

/**
 * Edits an entry chunk by chunk: reads its opening, then passes blocks of whole records to a `RecordEditor`.
 *
 * A record that a chunk's end cuts in two is kept until the rest of it arrives; only such records are copied. Each byte
 * is scanned a bounded number of times, however long a record is and however small the chunks are: a record that is
 * still incomplete is not tried again before its bytes have doubled.
 */
export class BlockEditor {
  /**
   * @param {object} options
   * @param {CsvRule} options.rule
   * @param {PhoneFormatter[]} options.formatters One per phone of the rule, in the same order.
   * @param {number} options.maxRecordBytes
   * @param {number} options.maxDescribed How many bad records to describe in `counts`.
   * @param {CsvCounts} options.counts Updated here.
   * @param {string} [options.entry] Its name.
   */
  constructor({ rule, formatters, maxRecordBytes, maxDescribed, counts, entry }) {
    this.rule = rule;
    this.formatters = formatters;
    this.maxRecordBytes = maxRecordBytes;
    this.counts = counts;
    this.bad = new BadRecords({ rule, maxDescribed, counts, ...(entry !== undefined && { entry }) });
    this.opening = new Opening(rule, maxRecordBytes);
    /** @type {Shape | null} null until the header is known */
    this.shape = null;
    /** @type {RecordEditor | null} null until the header is known */
    this.editor = null;
    /**
     * Bytes not used yet: of the opening until the header is known, of an incomplete record after that.
     * @type {Buffer}
     */
    this.rest = EMPTY;
    /**
     * Chunks that follow `rest` and wait until there are enough bytes to try again.
     * @type {Buffer[]}
     */
    this.held = [];
    this.heldBytes = 0;
    /** Where `rest` begins in the entry. */
    this.position = 0;
  }

  /**
   * @param {Buffer} chunk The editor owns it from now on and may overwrite it.
   * @param {boolean} final Whether the entry ends with it.
   * @returns {EditedBytes}
   * @throws {CsvError | LimitError}
   */
  edit(chunk, final) {
    this.held.push(chunk);
    this.heldBytes += chunk.length;
    if (!final && this.heldBytes < this.rest.length) return NOTHING;
    const chunks = this.held;
    this.held = [];
    this.heldBytes = 0;
    return this.editBytes(chunks.length === 1 ? chunk : Buffer.concat(chunks), final);
  }

  /**
   * @param {Buffer} bytes
   * @param {boolean} final
   * @returns {EditedBytes}
   */
  editBytes(bytes, final) {
    if (this.editor !== null) {
      this.editRecords(this.editor, bytes, final);
      if (final) this.finish();
      return this.take(final);
    }
    const all = Buffer.concat([this.rest, bytes]);
    const { opened, used } = this.opening.read(all, final);
    const left = all.subarray(used);
    this.position += used;
    if (opened === null) {
      // A copy, so that a few bytes don't retain all of the buffer.
      this.rest = used > 0 ? Buffer.from(left) : left;
      return NOTHING;
    }
    this.rest = EMPTY;
    for (const { byte } of opened.skipped) this.bad.addSkipped({ record: 1, byte, code: 'csv/skipped' });
    const rejected = this.rule.badRecords === 'quarantine' ? opened.skipped.map(({ raw }) => raw) : [];
    if (opened.width === 0) return { output: [opened.mark], rejected, reasons: this.bad.take(true) };
    this.editor = this.editorFor(opened);
    for (const raw of rejected) this.editor.rejected.write(raw);
    this.editor.output.write(opened.mark);
    if (opened.header) this.editor.editHeader(opened.header);
    this.editRecords(this.editor, left, final);
    if (final) this.finish();
    return this.take(final);
  }

  /**
   * Decides, at the entry's end, what became of its last records, and whether too many are bad.
   *
   * @throws {CsvError} `csv/too-many-bad`
   */
  finish() {
    this.editor?.finish();
    this.bad.judge();
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
    const { rule, formatters, counts, maxRecordBytes, bad } = this;
    this.shape = { dialect, names, width };
    bad.begin(this.shape);
    counts.dialect = dialect;
    const plan = planFields(rule, formatters, names, width);
    counts.missing = plan.missing;
    return new RecordEditor({
      plan,
      rule,
      delimiter: dialect.delimiter.charCodeAt(0),
      trailingDelimiter: dialect.trailingDelimiter,
      bad,
      maxRecordBytes,
      counts,
    });
  }

  /**
   * @returns {BlockEditorState | null} null until the header is known. Saving `counts` and the output so far is up to
   *   the caller.
   */
  snapshot() {
    if (this.shape === null || this.editor === null) return null;
    const rest = Buffer.concat([this.rest, ...this.held]);
    return { ...this.shape, position: this.position, rest, bad: this.bad.snapshot(), short: this.editor.short };
  }

  /**
   * Resumes from the state of another editor with the same rule.
   *
   * @param {BlockEditorState | FormerState} state
   * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`, `csv/nothing-kept`
   */
  restore(state) {
    const { position, rest, names, width } = state;
    const dialect = 'dialect' in state ? state.dialect : formerDialect(state, this.rule);
    this.editor = this.editorFor({ dialect, names, width });
    if ('bad' in state) {
      this.bad.restore(state.bad);
      this.editor.short = state.short;
    }
    this.position = position;
    // Held chunks were appended to `rest`, so it may hold more than one record: edit it like a chunk.
    this.held = [rest];
    this.heldBytes = rest.length;
  }

  /**
   * @param {RecordEditor} editor
   * @param {Buffer} bytes
   * @param {boolean} final
   */
  editRecords(editor, bytes, final) {
    const from = this.rest.length > 0 ? this.editSeam(editor, bytes, final) : 0;
    if (from === null) return;
    const records = bytes.subarray(from);
    const used = editor.edit(records, final, this.position);
    this.position += used;
    this.keep(records.subarray(used));
  }

  /**
   * Completes the incomplete record in `rest` with the following bytes, twice as many on each attempt, and edits it. If it
   * has a broken quote, only its line is used, and the lines behind it are completed in turn.
   *
   * @param {RecordEditor} editor
   * @param {Buffer} bytes
   * @param {boolean} final
   * @returns {number | null} How many of the bytes were used; null if the last record is still incomplete.
   */
  editSeam(editor, bytes, final) {
    for (let take = Math.max(SEAM_BYTES, this.rest.length); ; take *= 2) {
      const { rest } = this;
      const all = take >= bytes.length;
      const seam = Buffer.concat([rest, bytes.subarray(0, take)]);
      const used = editor.edit(seam, final && all, this.position);
      this.position += used;
      if (used >= rest.length) {
        this.rest = EMPTY;
        return used - rest.length;
      }
      if (all) {
        this.keep(seam.subarray(used));
        return null;
      }
      this.rest = rest.subarray(used);
    }
  }

  /**
   * Keeps an incomplete record. It is copied, because its chunk will be released.
   *
   * @param {Buffer} bytes
   * @throws {LimitError} `limit/record`
   */
  keep(bytes) {
    if (bytes.length > this.maxRecordBytes) {
      throw recordTooLong(this.counts.records.read + 1, this.position, this.maxRecordBytes);
    }
    this.rest = Buffer.from(bytes);
  }
}

/**
 * @param {FormerState} state
 * @param {CsvRule} rule
 * @returns {Shape['dialect']}
 */
function formerDialect({ delimiter }, { header }) {
  return { ...RFC_4180, delimiter: String.fromCharCode(delimiter), headerRows: header === true ? 1 : 0 };
}

const EMPTY = Buffer.alloc(0);
/** @type {EditedBytes} */
const NOTHING = { output: [], rejected: [], reasons: [] };

/** How many bytes to try first to complete a record. */
const SEAM_BYTES = 4096;
