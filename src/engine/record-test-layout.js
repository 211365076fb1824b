import { FAIL, PASS } from '../csv/plan/field-plan.js';
import { amongTexts, requiredFields } from '../csv/records/record-tests.js';
import { undoubled } from '../csv/text/quoting.js';
import { ValueSets } from './value-sets.js';

/** @import { ComparedNumber, Comparison, RecordTest } from '../csv/plan/field-plan.js' */
/** @import { Engine } from './engine.js' */

/** Lays out a plan's tests in the module's memory, and answers those that the module cannot. */
export class RecordTestLayout {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** @type {Comparison[]} */
    this.functions = [];
    this.numbers = 0;
    this.ask = this.askFunction.bind(this);
  }

  /**
   * Writes the tests into the module's memory, as `assembly/edit/where.ts` lays them out.
   *
   * @param {RecordTest[]} tests At most MAX_TESTS.
   */
  write(tests) {
    const { exports, memory } = this.engine;
    const required = requiredFields(tests);
    const { length } = required;
    const first = exports.TESTS.value + 8 + 4 * length;
    /** @param {number} next */
    const addressOf = next => ENDS.get(next) ?? first + (next - length) * TEST_BYTES;
    const sets = new ValueSets(this.engine);
    const numbers = [addressOf(tests.length === length ? PASS : length), length, ...required];
    for (const { index, trims, test, onTrue, onFalse } of tests.slice(length)) {
      const [kind, ...details] = this.kindOf(test, sets);
      numbers.push(index, kind + (trims ? TRIMS : 0), addressOf(onTrue), addressOf(onFalse), ...details);
    }
    new Int32Array(memory.buffer, exports.TESTS.value).set(numbers);
  }

  /**
   * @param {RecordTest['test']} test
   * @param {ValueSets} sets Added to.
   * @returns {[kind: number, detail: number, doubled: number]} What assembly/edit/where.ts calls KIND, DETAIL and DOUBLED.
   */
  kindOf(test, sets) {
    if (test.kind === 'empty') return [EMPTY, 0, 0];
    if (test.kind === 'function') {
      const number = this.functions.push(test.holds) - 1;
      const address = test.holds.number ? this.addNumber(test.holds.number) : 0;
      if (address !== 0) return [NUMBER, number, address];
      const automaton = test.holds.automaton?.() ?? null;
      const pattern = automaton === null ? 0 : sets.addBytes(automaton);
      return [pattern === 0 ? FUNCTION : PATTERN, number, pattern];
    }
    const set = sets.add(test.values);
    const doubled = test.values.some(value => value.includes(QUOTE)) ? sets.add(test.values.map(doubleQuotes)) : set;
    if (set !== 0 && doubled !== 0) return [TEXT, set, doubled];
    return [FUNCTION, this.functions.push(amongTexts(test.values)) - 1, 0];
  }

  /**
   * Writes a number into the module's memory, as `assembly/edit/numbers.ts` lays it out.
   *
   * @param {ComparedNumber} compared
   * @returns {number} Its address; 0 if the module cannot compare with it.
   */
  addNumber({ decimal: { sign, digits, magnitude }, less, equal, greater }) {
    const { exports, memory } = this.engine;
    const zeros = magnitude - digits.length + DECIMALS;
    const isExact = sign === 0 || (zeros >= 0 && magnitude <= MOST_DIGITS);
    if (!isExact || this.numbers === exports.MAX_NUMBERS.value) return 0;
    const address = exports.NUMBERS.value + this.numbers * NUMBER_BYTES;
    this.numbers += 1;
    memory.writeBigInt64LE(sign === 0 ? 0n : BigInt(sign) * BigInt(digits + '0'.repeat(zeros)), address);
    memory.writeInt32LE(Number(less) | (Number(equal) << 1) | (Number(greater) << 2), address + 8);
    return address;
  }

  /**
   * Answers a test; the module calls it.
   *
   * @param {number} number Its index in `functions`.
   * @param {number} start
   * @param {number} end
   * @param {number} isQuoted 1 if the quotes in it are doubled.
   * @returns {number} 1 if it holds, 0 if not; UNPARSED if the value cannot be compared, LEAVE if the test failed with an error.
   */
  askFunction(number, start, end, isQuoted) {
    const { memory } = this.engine;
    const test = this.functions[number];
    try {
      // A Buffer for each value would take longer to make than its text.
      if (test.ofText !== undefined && isQuoted === 0) return Number(test.ofText(memory.toString('utf8', start, end)));
      const bytes = memory.subarray(start, end);
      const holds = test(isQuoted === 1 ? undoubled(bytes) : bytes);
      return holds === null ? UNPARSED : Number(holds);
    } catch {
      // The RecordEditor will run into the same error, with the right counts.
      return LEAVE;
    }
  }
}

/** @param {Buffer} value */
function doubleQuotes(value) {
  return Buffer.from(value.toString('latin1').replaceAll('"', '""'), 'latin1');
}

const QUOTE = 0x22;

// As in assembly/edit/where.ts.
const TEST_BYTES = 24;
const EMPTY = 0;
const TEXT = 1;
const FUNCTION = 2;
const NUMBER = 3;
const TRIMS = 4;
const PATTERN = 8;
const ENDS = new Map([
  [PASS, 0],
  [FAIL, 1],
]);
const UNPARSED = 2;
const LEAVE = 3;

// As in assembly/edit/numbers.ts.
const NUMBER_BYTES = 16;
const DECIMALS = 6;
const MOST_DIGITS = 9;
