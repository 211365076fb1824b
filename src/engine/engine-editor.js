import { changedFits } from '../csv/records/record-types.js';
import { CR, QUOTE } from '../csv/text/find-byte.js';
import { needsQuotesForCopy } from '../csv/write/copy-format.js';
import { FieldEditor } from '../csv/write/field-editor.js';
import { fitsModule, writePlan } from './edit-plan.js';
import { layOutParts } from './part-layout.js';
import { QuickChanges } from './quick-changes.js';
import { RecordTestLayout } from './record-test-layout.js';
import { TypeLayout } from './type-layout.js';

/** @import { RecordEditor } from '../csv/records/record-editor.js' */
/** @import { Origin } from '../csv/records/record-origin.js' */
/** @import { Engine } from './engine.js' */

/**
 * Edits records in the engine's memory as a RecordEditor edits a Buffer: the same bytes in its `output` and `rejected`, the
 * same counts, the same errors. Records that the module does not edit go to the RecordEditor. The bytes in the engine's
 * memory are not changed, because matches refer back to them.
 *
 * Each entry has its own. An engine can have only one at a time, since it holds the plan.
 */
export class EngineEditor {
  /**
   * @param {object} options
   * @param {Engine} options.engine
   * @param {RecordEditor} options.recordEditor
   * @param {number} [options.outputBytes] How much of the engine's output region is used.
   */
  constructor({ engine, recordEditor, outputBytes = engine.exports.OUTPUT_BYTES.value }) {
    this.engine = engine;
    this.recordEditor = recordEditor;
    const { exports, memory } = engine;
    this.output = exports.OUTPUT.value;
    this.outputEnd = this.output + outputBytes;
    const { plan, writer } = recordEditor;
    this.layout = layOutParts(plan, writer.outputDelimiter, exports);
    // Not the editor's counts: the module counts, and takes back what it counted of a record that it leaves half-way.
    this.fieldCounts = { phones: { formatted: 0, unparsed: 0 }, dates: { formatted: 0, unparsed: 0 } };
    this.fieldEditor = new FieldEditor(writer.outputDelimiter, this.fieldCounts);
    this.changeField = this.replaceField.bind(this);
    this.tests = new RecordTestLayout(engine);
    this.types = new TypeLayout(engine);
    this.replacement = exports.REPLACEMENT.value;
    this.replacementBytes = exports.REPLACEMENT_BYTES.value;
    this.plan = new Int32Array(memory.buffer, exports.PLAN.value, PLAN_NUMBERS);
    this.state = new Int32Array(memory.buffer, exports.STATE.value, STATE_NUMBERS);
    this.pieces = new Int32Array(memory.buffer, exports.PIECES.value, 2 * exports.MAX_PIECES.value);
    this.quickChanges = new QuickChanges(engine, writer, this.layout.changes);
    this.isForModule = fitsModule(engine, recordEditor, this.layout);
    if (!this.isForModule) return;
    writePlan(engine, recordEditor, this.layout);
    this.tests.write(plan.tests);
    this.types.write(plan.types);
  }

  /**
   * Edits the whole records in a range of the engine's memory.
   *
   * @param {number} start Address at which a record begins.
   * @param {number} end Address. At least 64 bytes of memory follow, whatever they hold.
   * @param {boolean} final Whether the entry ends there.
   * @param {number} position Of `start` in the inflated entry.
   * @param {Origin | null} [origin] Where the records of decoded text come from.
   * @returns {number} How many bytes were used: as by `RecordEditor.edit`.
   * @throws {CsvError | LimitError}
   */
  edit(start, end, final, position, origin = null) {
    let from = start;
    let status = this.isForModule ? FULL : LEFT;
    const { engine, recordEditor } = this;
    const { counts, output } = recordEditor;
    const { records } = counts;
    const before = records.read;
    this.plan[HOLDS_RETURNS] = Number(engine.memory.subarray(start, end).includes(CR));
    for (let recordsLeft = 0, bytesLeft = 0; this.isForModule && status !== DONE && !output.isFull; ) {
      status = this.editInModule(from, end);
      from = this.state[REACHED];
      if (status !== LEFT) continue;
      // If many records are left to JavaScript, it is faster to leave the rest of the bytes to it too. The same bytes may be
      // left to it again and again, since behind a broken quote it goes on at the next line.
      recordsLeft += 1;
      bytesLeft += this.state[AFTER] - from;
      if (recordsLeft > FEW && recordsLeft > (records.read - before) * FEW_OF_ALL) break;
      if (bytesLeft > MOST_OF_ALL * (end - start)) break;
      const record = engine.memory.subarray(from, this.state[AFTER]);
      const used = recordEditor.editFirst(record, position + from - start, after(origin, from - start));
      if (used === 0) break;
      from += used;
    }
    if (output.isFull) return from - start;
    // The module does not know of a quote that is still open that it has reached the limit.
    const isLong = end - from > recordEditor.maxRecordBytes;
    if (from < end && (final || isLong || status !== DONE))
      from = this.editInJavaScript(from, end, final, position + from - start, after(origin, from - start));
    return from - start;
  }

  /**
   * @param {number} start
   * @param {number} end
   * @returns {number} The status: DONE, FULL or LEFT.
   */
  editInModule(start, end) {
    const { engine, recordEditor, state, pieces } = this;
    const { records, phones, dates, where } = recordEditor.counts;
    engine.changeField = this.changeField;
    engine.testField = this.tests.ask;
    engine.fitsType = this.types.ask;
    if (this.layout.numbersRecords) engine.memory.writeDoubleLE(records.read, engine.exports.RECORDS_BEFORE.value);
    this.quickChanges.writePhones();
    const status = engine.exports.editRecords(start, end, this.output, this.outputEnd);
    for (let index = 0; index < 2 * state[PIECE_COUNT]; index += 2) {
      recordEditor.output.copy(engine.memory, pieces[index], pieces[index + 1]);
    }
    records.read += state[READ];
    records.written += state[WRITTEN];
    records.filtered += state[FILTERED];
    phones.formatted += state[PHONES];
    phones.unparsed += state[PHONES + 1];
    dates.formatted += state[DATES];
    dates.unparsed += state[DATES + 1];
    where.unparsed += state[UNPARSED_TESTS];
    return status;
  }

  /**
   * @param {number} start
   * @param {number} end
   * @param {boolean} final
   * @param {number} position
   * @param {Origin | null} origin
   * @returns {number} The address behind the bytes that were used.
   */
  editInJavaScript(start, end, final, position, origin) {
    return start + this.recordEditor.edit(this.engine.memory.subarray(start, end), final, position, origin);
  }

  /**
   * Changes a field; the module calls it.
   *
   * @param {number} number The change's index in the layout's `changes`.
   * @param {number} start
   * @param {number} end
   * @returns {number} How many bytes it wrote into the engine's REPLACEMENT, or STAYS or LEAVE; with what is to be counted, as
   *   `changeField` in assembly/write/change.ts says.
   */
  replaceField(number, start, end) {
    const { fieldEditor, engine } = this;
    const { phones, dates } = this.fieldCounts;
    phones.formatted = 0;
    phones.unparsed = 0;
    dates.formatted = 0;
    dates.unparsed = 0;
    let length = LEAVE;
    try {
      const { change, fits } = this.layout.changes[number];
      length = fieldEditor.edit(change, engine.memory, start, end);
      // The RecordEditor will find the record bad.
      if (fits !== null && !changedFits(fits, fieldEditor, length, engine.memory, start, end)) return LEAVE;
    } catch {
      // The RecordEditor will run into the same error, with the right counts.
      return LEAVE;
    }
    if (length > this.replacementBytes || this.troublesCopy(fieldEditor.bytes, length)) return LEAVE;
    const { bytes } = fieldEditor;
    // Much faster than "copy" for a few bytes.
    for (let index = 0; index < length; index++) engine.memory[this.replacement + index] = bytes[index];
    const counted = phones.formatted | (phones.unparsed << 1) | (dates.formatted << 2) | (dates.unparsed << 3);
    return (counted << 16) | (length & 0xffff);
  }

  /**
   * @param {Buffer} bytes What a FieldEditor has made of a field.
   * @param {number} length
   * @returns {boolean} Whether COPY would need quotes around it.
   */
  troublesCopy(bytes, length) {
    const { isForCopy, outputDelimiter } = this.recordEditor.writer;
    return isForCopy && length > 0 && bytes[0] !== QUOTE && needsQuotesForCopy(bytes, 0, length, outputDelimiter);
  }
}

/**
 * @param {Origin | null} origin
 * @param {number} offset
 * @returns {Origin | null} The origin of what follows the offset.
 */
function after(origin, offset) {
  if (origin === null || offset === 0) return origin;
  return {
    byteAt: start => origin.byteAt(start + offset),
    raw: (start, end) => origin.raw(start + offset, end + offset),
  };
}

// What `editRecords` returns, as in assembly/plan/edit-plan.ts.
const DONE = 0;
const FULL = 1;
const LEFT = 2;

// What `changeField` returns instead of a length, as in assembly/write/change.ts. STAYS is the FieldEditor's.
const LEAVE = -2;

// An index in PLAN, as in assembly/plan/edit-plan.ts.
const HOLDS_RETURNS = 5;
const PLAN_NUMBERS = 11;

// Indices in STATE, as in assembly/plan/edit-plan.ts.
const REACHED = 0;
const AFTER = 1;
const PIECE_COUNT = 2;
const READ = 3;
const WRITTEN = 4;
const FILTERED = 5;
const PHONES = 6;
const DATES = 8;
const UNPARSED_TESTS = 10;
const STATE_NUMBERS = 11;

const FEW = 8;
const FEW_OF_ALL = 0.25;
const MOST_OF_ALL = 2;
