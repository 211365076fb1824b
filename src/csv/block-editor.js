import { isAscii } from 'node:buffer';
import { BadRecords } from './bad-records.js';
import { endsWithCrlf, isNative, isNativeText, nativeDelimiter, RFC_4180 } from './dialect.js';
import { DecodedRecords } from './foreign/decoded-records.js';
import { ForeignRecords } from './foreign/records.js';
import { LineSeeker } from './line-seeker.js';
import { Opening } from './opening/opening.js';
import { PendingBytes } from './pending-bytes.js';
import { planFields } from './plan-fields.js';
import { RecordEditor } from './record-editor.js';
import { recordTooLong } from './record-errors.js';
import { ValuesNotUtf8 } from './values-not-utf8.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { BadRecordsState } from './bad-records.js' */
/** @import { TableColumn, Transforms } from './field-plan.js' */
/** @import { SoughtLine } from './line-seeker.js' */
/** @import { Opened } from './opening/opening.js' */
/** @import { CsvCounts } from './counts.js' */

/**
 * What editing some bytes has produced, in blocks. Each list may be empty.
 *
 * @typedef {object} EditedBytes
 * @property {Buffer[]} output
 * @property {Buffer[]} rejected Bad records and skipped lines, byte for byte.
 * @property {Buffer[]} reasons A line of JSON for each of them.
 */

/**
 * The state of an editor between two chunks: plain data from which another process can resume. `rest` begins with a
 * record, perhaps an incomplete one; `position` is where it begins in the entry.
 *
 * @typedef {Pick<Opened, 'dialect' | 'names' | 'width'>} Shape
 * @typedef {Shape & { position: number, rest: Buffer, bad: BadRecordsState, beyondAscii?: Buffer }} BlockEditorState
 *
 * The state as the version before wrote it, when there was one dialect.
 *
 * @typedef {Omit<Shape, 'dialect'> & { delimiter: number, position: number, rest: Buffer }} FormerState
 */

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
   * @param {(columns: TableColumn[]) => void} [options.onColumns] Called before any records of a table are edited, also by
   *   `restore`. An entry without a header has no columns, and no records.
   * @param {SoughtLine} [options.sought] Instead of writing rows, looks for one of their lines.
   */
  constructor({
    rule,
    transforms,
    maxRecordBytes,
    maxRecordBytesWith,
    maxDescribed,
    entryBytes,
    counts,
    entry,
    onColumns,
    sought,
  }) {
    this.rule = rule;
    this.transforms = transforms;
    this.maxRecordBytes = maxRecordBytes;
    this.maxRecordBytesWith = maxRecordBytesWith ?? (() => maxRecordBytes);
    this.counts = counts;
    this.onColumns = onColumns ?? (() => {});
    this.sought = sought;
    this.bad = new BadRecords({
      ...{ rule, maxDescribed, counts },
      ...(entryBytes !== undefined && { entryBytes }),
      ...(entry !== undefined && { entry }),
    });
    this.opening = new Opening(rule, maxRecordBytes);
    /** @type {Shape | null} null until the header is known */
    this.shape = null;
    /** @type {RecordEditor | null} null until the header is known */
    this.editor = null;
    /** @type {ForeignRecords | DecodedRecords | null} null for records that are RFC 4180 in UTF-8 */
    this.foreign = null;
    /** @type {ValuesNotUtf8 | null} null unless the entry is read as UTF-8 and the rule does not say that it is */
    this.notUtf8 = null;
    /** How much of the pending bytes of a foreign entry is edited at once: more if a record has turned out to be long. */
    this.pieceBytes = PIECE_BYTES;
    this.pending = new PendingBytes(maxRecordBytes);
    /** @type {Opened['footer']} */
    this.footer = [];
    /** Where `pending` begins in the entry. */
    this.position = 0;
  }

  /**
   * @param {Uint8Array} chunk It is copied.
   * @param {boolean} final Whether the entry ends with it.
   * @param {boolean} [leavesRecords] Whether to leave the records behind a header that this chunk completes to the caller.
   * @returns {EditedBytes}
   * @throws {CsvError | LimitError}
   */
  edit(chunk, final, leavesRecords = false) {
    const { pending } = this;
    pending.append(chunk);
    // A foreign record may end with a CR, and has limits of its own.
    const isDue = this.editor === null || this.foreign !== null ? pending.hasGrown : pending.isDue;
    if (!final && !isDue && (this.foreign !== null || pending.length <= this.maxRecordBytes)) return NOTHING;
    try {
      return this.editor === null ? this.open(final, leavesRecords) : this.editRecords(this.editor, final);
    } catch (error) {
      pending.clear();
      throw error;
    }
  }

  /**
   * Edits the records that `edit` has left.
   *
   * @returns {EditedBytes}
   * @throws {CsvError | LimitError}
   */
  editPending() {
    try {
      return this.editRecords(/** @type {RecordEditor} */ (this.editor), false);
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
    if (opened.width === 0) return this.openEmpty(opened);
    this.editor = this.editorFor(opened);
    for (const line of opened.skipped) this.editor.skipLine(line);
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
   * Ends an entry that has no records.
   *
   * @param {Opened} opened
   * @returns {EditedBytes}
   */
  openEmpty({ mark, dialect, names, width, skipped }) {
    const { bad, counts, rule } = this;
    counts.dialect = dialect;
    bad.begin({ dialect, names, width });
    for (const { byte, raw } of skipped) bad.addSkipped({ record: 1, byte, code: 'csv/skipped' }, raw.length);
    bad.reasons.end();
    const rejected = rule.badRecords !== 'skip' ? skipped.map(({ raw }) => raw) : [];
    return { output: rule.table === null ? [mark] : [], rejected, reasons: bad.take(true) };
  }

  /**
   * @param {RecordEditor} editor
   * @param {boolean} final
   * @returns {EditedBytes}
   * @throws {LimitError} `limit/record`
   */
  editRecords(editor, final) {
    if (this.foreign === null) {
      this.use(this.editNative(editor, final));
      this.limitPending();
    } else {
      this.use(this.editForeign(this.foreign, final));
    }
    if (!final) return this.take(false);
    for (const line of this.footer) editor.skipLine(line);
    this.bad.judge();
    return this.take(true);
  }

  /**
   * @param {RecordEditor} editor
   * @param {boolean} final
   * @returns {number} How many bytes were used.
   */
  editNative(editor, final) {
    const { bytes } = this.pending;
    // The editor may overwrite delimiters.
    const mayChange = this.notUtf8 !== null && editor.writer.changesDelimiter && !isAscii(bytes);
    const before = mayChange ? Buffer.from(bytes) : bytes;
    const used = editor.edit(bytes, final, this.position);
    this.notUtf8?.look(before.subarray(0, used));
    return used;
  }

  /**
   * Edits the pending bytes in small pieces, since each is there three times: as it came, decoded and translated.
   *
   * @param {ForeignRecords | DecodedRecords} foreign
   * @param {boolean} final
   * @returns {number} How many bytes were used.
   */
  editForeign(foreign, final) {
    const { bytes } = this.pending;
    let from = 0;
    for (;;) {
      const isLast = from + this.pieceBytes >= bytes.length;
      const piece = bytes.subarray(from, from + this.pieceBytes);
      const used = foreign.edit(piece, final && isLast, this.position + from);
      from += used;
      if (used > 0) this.pieceBytes = PIECE_BYTES;
      if (isLast) return from;
      if (used === 0) this.pieceBytes *= 2;
    }
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
    const { rule, transforms, counts, bad, sought } = this;
    const maxRecordBytes = this.maxRecordBytesWith(width, !isNative(dialect));
    this.maxRecordBytes = maxRecordBytes;
    this.shape = { dialect, names, width };
    bad.begin(this.shape);
    counts.dialect = dialect;
    const plan = planFields(rule, transforms, names, width);
    counts.missing = plan.missing;
    if (plan.table !== null) this.onColumns(plan.table.columns);
    const options = {
      plan,
      rule,
      delimiter: nativeDelimiter(dialect).charCodeAt(0),
      trailingDelimiter: dialect.trailingDelimiter,
      endsWithCrlf: endsWithCrlf(dialect),
      bad,
      // What has to be translated is measured before.
      maxRecordBytes: isNativeText(dialect) ? maxRecordBytes : Number.MAX_SAFE_INTEGER,
      counts,
    };
    const editor = sought === undefined ? new RecordEditor(options) : new LineSeeker({ ...options, sought });
    if (rule.encoding === 'auto' && dialect.encoding === 'utf-8') {
      this.notUtf8 = new ValuesNotUtf8({ rule, dialect, width, maxRecordBytes: options.maxRecordBytes, counts });
    }
    const { notUtf8 } = this;
    if (!isNativeText(dialect)) this.foreign = new ForeignRecords({ dialect, editor, maxRecordBytes, notUtf8 });
    else if (!isNative(dialect))
      this.foreign = new DecodedRecords({ encoding: dialect.encoding, editor, maxRecordBytes });
    return editor;
  }

  /**
   * @returns {BlockEditorState | null} null until the header is known. Saving `counts` and the output so far is up to
   *   the caller.
   */
  snapshot() {
    if (this.shape === null || this.editor === null) return null;
    const rest = Buffer.from(this.pending.bytes);
    const sample = this.notUtf8?.sample ?? rest.subarray(0, 0);
    const state = { ...this.shape, position: this.position, rest, bad: this.bad.snapshot() };
    return sample.length === 0 ? state : { ...state, beyondAscii: sample };
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
    if ('bad' in state) this.bad.restore(state.bad);
    if ('beyondAscii' in state && state.beyondAscii) this.notUtf8?.restore(state.beyondAscii);
    this.position = position;
    this.pending.append(rest);
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

/**
 * @param {FormerState} state
 * @param {CsvRule} rule
 * @returns {Shape['dialect']}
 */
function formerDialect({ delimiter }, { header }) {
  return { ...RFC_4180, delimiter: String.fromCharCode(delimiter), headerRows: header === true ? 1 : 0 };
}

/** @type {EditedBytes} */
const NOTHING = { output: [], rejected: [], reasons: [] };

/** How many bytes of a foreign entry to edit at once. */
const PIECE_BYTES = 65_536;
