import { PhoneEditor } from '../csv/phone-editor.js';

/** @import { FieldPlan, PhoneField } from '../csv/field-plan.js' */
/** @import { RecordEditor } from '../csv/record-editor.js' */
/** @import { Engine } from './engine.js' */

/**
 * Edits records that stand in the engine's memory as a RecordEditor edits a Buffer: the same bytes into its `output` and
 * `rejected`, the same counts, the same errors. What the module does not do, it leaves to the RecordEditor, record by
 * record. The bytes in the engine's memory stay as they are: the inflater looks back at them.
 *
 * There is one for each entry, and one at a time for each engine, which keeps the plan.
 */
export class EngineEditor {
  /**
   * @param {object} options
   * @param {Engine} options.engine
   * @param {RecordEditor} options.editor
   * @param {number} [options.outputBytes] How much of the engine's output region is filled before it is emptied.
   */
  constructor({ engine, editor, outputBytes = engine.exports.OUTPUT_BYTES.value }) {
    this.engine = engine;
    this.editor = editor;
    const { exports, memory } = engine;
    this.output = exports.OUTPUT.value;
    this.outputEnd = this.output + outputBytes;
    this.changesDelimiter = editor.writer.changesDelimiter;
    /** @type {PhoneField[]} */
    this.phones = editor.plan.runs.flatMap(({ phones }) => phones.filter(({ format }) => format !== null));
    // What it counts is counted by the module, which takes it back where it leaves a record half-way.
    this.phoneCounts = { formatted: 0, unparsed: 0 };
    this.phoneEditor = new PhoneEditor(editor.writer.outputDelimiter, this.phoneCounts);
    this.formatPhone = this.replacePhone.bind(this);
    this.replacement = exports.REPLACEMENT.value;
    this.replacementBytes = exports.REPLACEMENT_BYTES.value;
    this.state = new Int32Array(memory.buffer, exports.STATE.value, STATE_NUMBERS);
    this.pieces = new Int32Array(memory.buffer, exports.PIECES.value, 2 * exports.MAX_PIECES.value);
    /** Whether the module has a part in it at all. */
    this.isForModule = this.fits(editor.plan);
    if (this.isForModule) this.writePlan();
  }

  /**
   * Edits the whole records of a stretch of the engine's memory.
   *
   * @param {number} start Its address. A record begins there.
   * @param {number} end Behind it there are at least 64 bytes of memory more, whatever they hold.
   * @param {boolean} final Whether the entry ends with it.
   * @param {number} position Where the stretch begins in the inflated entry.
   * @returns {number} How many bytes were used up: all, or all but a record that is broken off.
   * @throws {CsvError | LimitError}
   */
  edit(start, end, final, position) {
    let from = start;
    let outcome = this.isForModule ? FULL : LEFT;
    const { records } = this.editor.counts;
    const before = records.read;
    for (let left = 0; this.isForModule && outcome !== DONE; ) {
      outcome = this.editInModule(from, end);
      from = this.state[REACHED];
      if (outcome !== LEFT) continue;
      // Where many records are left to JavaScript, it is faster to leave the rest of the bytes to it too.
      left += 1;
      if (left > FEW && left > (records.read - before) * FEW_OF_ALL) break;
      from = this.editAlone(from, this.state[AFTER], false, position + from - start);
    }
    if (from < end && (final || outcome !== DONE)) from = this.editAlone(from, end, final, position + from - start);
    return from - start;
  }

  /**
   * @param {number} start
   * @param {number} end
   * @returns {number} The outcome: DONE, FULL or LEFT.
   */
  editInModule(start, end) {
    const { engine, editor, state, pieces } = this;
    const { records, phones } = editor.counts;
    engine.formatPhone = this.formatPhone;
    const outcome = engine.exports.editRecords(start, end, this.output, this.outputEnd);
    for (let place = 0; place < 2 * state[PIECE_COUNT]; place += 2) {
      editor.output.copy(engine.memory, pieces[place], pieces[place + 1]);
    }
    records.read += state[READ];
    records.written += state[WRITTEN];
    records.filtered += state[FILTERED];
    phones.formatted += state[FORMATTED];
    phones.unparsed += state[UNPARSED];
    return outcome;
  }

  /**
   * Leaves bytes to the RecordEditor.
   *
   * @param {number} start
   * @param {number} end
   * @param {boolean} final
   * @param {number} position
   * @returns {number} The address behind what was used up.
   */
  editAlone(start, end, final, position) {
    const bytes = this.engine.memory.subarray(start, end);
    // With another delimiter, the RecordEditor writes into what it is given.
    return start + this.editor.edit(this.changesDelimiter ? Buffer.from(bytes) : bytes, final, position);
  }

  /**
   * Formats a phone number for the module.
   *
   * @param {number} number Which one of the plan's.
   * @param {number} start
   * @param {number} end
   * @returns {number} How many bytes were put into the engine's REPLACEMENT; else STAYS, UNPARSED_STAYS or LEAVE.
   */
  replacePhone(number, start, end) {
    const { phoneEditor, phoneCounts, engine } = this;
    const { unparsed } = phoneCounts;
    try {
      const length = phoneEditor.format(this.phones[number], engine.memory, start, end);
      if (length === -1) return phoneCounts.unparsed === unparsed ? STAYS : UNPARSED_STAYS;
      if (length > this.replacementBytes) return LEAVE;
      phoneEditor.bytes.copy(engine.memory, this.replacement, 0, length);
      return length;
    } catch {
      // The RecordEditor will meet the same error, with the counts as they have to be.
      return LEAVE;
    }
  }

  /**
   * @param {FieldPlan} plan
   * @returns {boolean} Whether the module can carry it out.
   */
  fits({ width }) {
    const growth = this.phones.length * this.replacementBytes;
    return width <= this.engine.exports.MAX_FIELDS.value && growth <= MAX_GROWTH_BYTES;
  }

  /** Writes the plan as `assembly/edit-plan.ts` describes it. */
  writePlan() {
    const { engine, editor, phones } = this;
    const { plan, writer, scanner, maxRecordBytes } = editor;
    const required = [...new Set(plan.required)];
    const numbers = [
      ...[scanner.delimiter, writer.outputDelimiter, plan.width, Math.min(maxRecordBytes, 0x7fff_ffff)],
      ...[phones.length * this.replacementBytes, writer.lastKept],
      ...[Number(writer.keepsOneField), Number(writer.mayEmptyRecords)],
      ...[required.length, plan.runs.length, ...required],
    ];
    for (const run of plan.runs) {
      numbers.push(run.first, run.last, run.phones.length);
      for (const phone of run.phones) numbers.push(phone.index, phones.indexOf(phone));
    }
    new Int32Array(engine.memory.buffer, engine.exports.PLAN.value).set(numbers);
  }
}

// What `editRecords` answers, as in assembly/edit-plan.ts.
const DONE = 0;
const FULL = 1;
const LEFT = 2;

// What `formatPhone` answers instead of a length, as in assembly/phone.ts.
const STAYS = -1;
const UNPARSED_STAYS = -2;
const LEAVE = -3;

// Where the numbers of STATE are, as in assembly/edit-plan.ts.
const REACHED = 0;
const AFTER = 1;
const PIECE_COUNT = 2;
const READ = 3;
const WRITTEN = 4;
const FILTERED = 5;
const FORMATTED = 6;
const UNPARSED = 7;
const STATE_NUMBERS = 8;

const FEW = 8;
const FEW_OF_ALL = 0.25;
const MAX_GROWTH_BYTES = 16_384;
