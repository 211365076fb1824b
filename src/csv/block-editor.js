import { planFields } from './field-plan.js';
import { Opening } from './opening.js';
import { RecordEditor, recordTooLong } from './record-editor.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { PhoneFormatter } from '../phone/phone-formatter.js' */
/** @import { Opened } from './opening.js' */
/** @import { CsvCounts } from './record-editor.js' */

/**
 * What comes of a stretch of an entry.
 *
 * @typedef {object} EditedBlock
 * @property {Buffer[]} output
 * @property {Buffer[]} rejected Bad records, as they were.
 */

/**
 * Where an editor stands between two chunks: plain data, with which another process goes on. `rest` begins with a record
 * that is broken off, `position` is where that begins in the entry.
 *
 * @typedef {Pick<Opened, 'delimiter' | 'names' | 'width'>} Shape
 * @typedef {Shape & { position: number, rest: Buffer }} BlockEditorState
 */

/**
 * Makes blocks of whole records of an entry's chunks and has them edited. A record that is broken off by a chunk's end
 * is kept until its rest is there; only such records are copied. However long a record is and however small the chunks
 * are, each byte is looked at a bounded number of times: a retry waits until the bytes have doubled.
 */
export class BlockEditor {
  /**
   * @param {object} options
   * @param {CsvRule} options.rule
   * @param {PhoneFormatter[]} options.formatters For the rule's phones, in its order.
   * @param {number} options.maxRecordBytes
   * @param {number} options.maxDescribed
   * @param {CsvCounts} options.counts
   */
  constructor({ rule, formatters, maxRecordBytes, maxDescribed, counts }) {
    this.rule = rule;
    this.formatters = formatters;
    this.maxRecordBytes = maxRecordBytes;
    this.maxDescribed = maxDescribed;
    this.counts = counts;
    this.opening = new Opening(rule, maxRecordBytes);
    /** @type {Shape | null} null until the header is known */
    this.shape = null;
    /** @type {RecordEditor | null} null until the header is known */
    this.editor = null;
    /**
     * What was not used up: of the beginning of the entry, while the header is not known; then of a record.
     * @type {Buffer}
     */
    this.rest = EMPTY;
    /** @type {Buffer[]} */
    this.held = [];
    this.heldBytes = 0;
    /** Where `rest` begins in the entry. */
    this.position = 0;
  }

  /**
   * @param {Buffer} chunk The editor's own from now on.
   * @param {boolean} final Whether the entry ends with it.
   * @returns {EditedBlock}
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
   * @returns {EditedBlock}
   */
  editBytes(bytes, final) {
    if (this.editor === null) {
      bytes = Buffer.concat([this.rest, bytes]);
      const { opened, used } = this.opening.read(bytes, final);
      bytes = bytes.subarray(used);
      this.position += used;
      if (opened === null) {
        // A copy of what is left, lest that keep all of it.
        this.rest = used > 0 ? Buffer.from(bytes) : bytes;
        return NOTHING;
      }
      this.rest = EMPTY;
      if (opened.width === 0) return { output: [opened.mark], rejected: [] };
      this.editor = this.editorFor(opened);
      this.editor.output.write(opened.mark);
      if (opened.header) this.editor.editHeader(opened.header);
    }
    this.editRecords(this.editor, bytes, final);
    return this.take(final);
  }

  /**
   * @param {boolean} final Whether blocks that are not full go too.
   * @returns {EditedBlock}
   */
  take(final) {
    if (this.editor === null) return NOTHING;
    return { output: this.editor.output.take(final), rejected: this.editor.rejected.take(final) };
  }

  /**
   * @param {Shape} shape
   * @returns {RecordEditor}
   */
  editorFor({ delimiter, names, width }) {
    const { rule, formatters, counts, maxRecordBytes, maxDescribed } = this;
    this.shape = { delimiter, names, width };
    return new RecordEditor({
      plan: planFields(rule, formatters, names, width),
      delimiter,
      outputDelimiter: rule.output.delimiter === null ? null : rule.output.delimiter.charCodeAt(0),
      badRecords: rule.badRecords,
      maxRecordBytes,
      maxDescribed,
      counts,
    });
  }

  /**
   * @returns {BlockEditorState | null} null while the header is not known. What `counts` hold, and what was edited so far,
   *   is the caller's to keep.
   */
  snapshot() {
    if (this.shape === null) return null;
    return { ...this.shape, position: this.position, rest: Buffer.concat([this.rest, ...this.held]) };
  }

  /**
   * Goes on where another editor stood, for the same rule.
   *
   * @param {BlockEditorState} state
   * @throws {CsvError} As for the header itself.
   */
  restore({ position, rest, ...shape }) {
    this.editor = this.editorFor(shape);
    this.position = position;
    // Where bytes were held, it is not all of one record.
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
   * Edits the record that the last bytes broke off, with as many of the following bytes as that takes.
   *
   * @param {RecordEditor} editor
   * @param {Buffer} bytes
   * @param {boolean} final
   * @returns {number | null} How many of the bytes were used up; null where the record is broken off again.
   */
  editSeam(editor, bytes, final) {
    const { rest } = this;
    for (let take = Math.max(SEAM_BYTES, rest.length); ; take *= 2) {
      const all = take >= bytes.length;
      const seam = Buffer.concat([rest, bytes.subarray(0, take)]);
      const used = editor.edit(seam, final && all, this.position);
      if (used > 0) {
        this.position += used;
        this.rest = EMPTY;
        return used - rest.length;
      }
      if (all) {
        this.keep(seam);
        return null;
      }
    }
  }

  /**
   * Keeps a record that is broken off, as a copy: the chunk it stands in is let go of.
   *
   * @param {Buffer} bytes
   */
  keep(bytes) {
    if (bytes.length > this.maxRecordBytes) {
      throw recordTooLong(this.counts.records.read + 1, this.position, this.maxRecordBytes);
    }
    this.rest = Buffer.from(bytes);
  }
}

const EMPTY = Buffer.alloc(0);
/** @type {EditedBlock} */
const NOTHING = { output: [], rejected: [] };
const SEAM_BYTES = 4096;
