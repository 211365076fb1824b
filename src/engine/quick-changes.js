import { QUOTE } from '../csv/text/find-byte.js';

/** @import { FieldChange, Fits } from '../csv/plan/field-plan.js' */
/** @import { RecordEditor } from '../csv/records/record-editor.js' */
/** @import { PhoneAutomaton } from '../phone/phone-automaton.js' */
/** @import { PhoneWriter } from '../phone/phone-writer.js' */
/** @import { Engine } from './engine.js' */

/**
 * Writes into the module's memory which changes it tries before it calls back for them, as `assembly/write/quick-change.ts` lays them
 * out.
 */
export class QuickChanges {
  /**
   * @param {Engine} engine
   * @param {RecordEditor['writer']} writer
   * @param {{ change: FieldChange, fits: Fits | null }[]} changes Those that the module calls back for.
   */
  constructor({ exports, memory }, { isForCopy, outputDelimiter }, changes) {
    this.memory = memory;
    this.outputDelimiter = outputDelimiter;
    /** Those of phones, which are written later. @type {{ writer: PhoneWriter, trims: boolean, at: number }[]} */
    this.phones = [];
    /** Where the tables of phones are. @type {Map<PhoneAutomaton, number>} */
    this.tables = new Map();
    this.nextTable = exports.PHONE_TABLES.value;
    this.tablesEnd = this.nextTable + exports.PHONE_TABLES_BYTES.value;
    const start = exports.QUICK.value;
    memory.fill(0, start, start + exports.MAX_QUICK.value * QUICK_BYTES);
    // COPY needs other quotes than a file.
    if (isForCopy) return;
    for (const [index, { change, fits }] of changes.slice(0, exports.MAX_QUICK.value).entries()) {
      if (fits !== null || change.nulls !== null) continue;
      const { date, phone, hash, mask, trims } = change;
      const at = start + index * QUICK_BYTES;
      const writer = phone?.format?.writer;
      if (writer && date === null && hash === null && mask === null) this.phones.push({ writer, trims, at });
      const isWritten =
        writeMask(memory, at, change, outputDelimiter) || writeDate(memory, at, change, outputDelimiter);
      if (isWritten) memory.writeInt32LE(Number(trims), at + TRIMS);
    }
  }

  /** Writes those of phones for whose numbers there is an automaton by now. */
  writePhones() {
    this.phones = this.phones.filter(({ writer, trims, at }) => {
      const { automaton } = writer;
      if (automaton !== null) this.writePhone(automaton, trims, at);
      return automaton === null;
    });
  }

  /**
   * @param {PhoneAutomaton} automaton
   * @param {boolean} trims
   * @param {number} at
   */
  writePhone(automaton, trims, at) {
    const { memory } = this;
    // The module writes no quotes around a number.
    if (isDigit(this.outputDelimiter) || automaton.characters.has(this.outputDelimiter)) return;
    const table = this.tables.get(automaton) ?? this.addTable(automaton);
    if (table === 0) return;
    const numbers = [PHONE, Number(trims), table, automaton.start, automaton.plus, automaton.extension];
    for (const [index, number] of numbers.entries()) memory.writeInt32LE(number, at + 4 * index);
  }

  /**
   * @param {PhoneAutomaton} automaton
   * @returns {number} Its address; 0 if there is no room for it.
   */
  addTable(automaton) {
    const address = this.nextTable;
    if (address + automaton.bytes.length > this.tablesEnd) return 0;
    automaton.bytes.copy(this.memory, address);
    this.tables.set(automaton, address);
    this.nextTable += automaton.bytes.length;
    return address;
  }
}

/**
 * @param {Buffer} memory
 * @param {number} at
 * @param {FieldChange} change
 * @param {number} outputDelimiter
 * @returns {boolean} Whether the change is a mask that the module can write.
 */
function writeMask(memory, at, { date, phone, hash, mask }, outputDelimiter) {
  if (mask === null || date !== null || phone !== null || hash !== null) return false;
  const { substitute, keepLast } = mask;
  if (substitute === undefined || keepLast === undefined || substitute === outputDelimiter || substitute === QUOTE)
    return false;
  memory.writeInt32LE(MASK, at);
  memory.writeInt32LE(substitute, at + SUBSTITUTE);
  memory.writeInt32LE(Math.min(keepLast, MOST_KEPT), at + KEEP_LAST);
  return true;
}

/**
 * @param {Buffer} memory
 * @param {number} at
 * @param {FieldChange} change
 * @param {number} outputDelimiter
 * @returns {boolean} Whether the change is a date that the module can read and write.
 */
function writeDate(memory, at, { date, phone, hash, mask }, outputDelimiter) {
  const fixed = date?.fixed;
  if (!fixed || phone !== null || hash !== null || mask !== null || fixed.width > MOST_DATE_BYTES) return false;
  if (/[-0-9]/.test(String.fromCharCode(outputDelimiter)) || fixed.text.some(({ byte }) => byte === QUOTE))
    return false;
  memory.writeInt32LE(DATE, at);
  for (const [index, number] of [fixed.width, fixed.year, fixed.month, fixed.day].entries()) {
    memory.writeInt32LE(number, at + WIDTH + 4 * index);
  }
  for (const { position, byte } of fixed.text) {
    memory[at + TEXT + position] = byte;
    memory[at + IS_TEXT + position] = 0xff;
  }
  return true;
}

/** @param {number} byte */
function isDigit(byte) {
  return byte >= 0x30 && byte <= 0x39;
}

// As in assembly/write/quick-change.ts.
const QUICK_BYTES = 64;
const TRIMS = 4;
const KEEP_LAST = 8;
const SUBSTITUTE = 12;
const WIDTH = 8;
const TEXT = 32;
const IS_TEXT = 48;
const MASK = 1;
const DATE = 2;
const PHONE = 3;
const MOST_DATE_BYTES = 16;
// No longer value is masked by the module.
const MOST_KEPT = 1024;
