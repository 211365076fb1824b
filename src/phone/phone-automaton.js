import { FIRST_LITERAL } from './number-layouts.js';
import { areTwins, PhoneReader } from './phone-readings.js';
import { NO_NUMBER } from './read-digits.js';

/** @import { Readings } from './phone-readings.js' */
/** @import { PhoneWriter } from './phone-writer.js' */

/**
 * What a PhoneWriter makes of the digits of a number, for all numbers with its default country's calling code.
 *
 * @typedef {object} PhoneAutomaton
 * @property {Buffer} bytes As `engine/assembly/write/put-phone.ts` reads them: the states, then the layouts.
 * @property {number} start Where the state is in which a number begins.
 * @property {number} plus Where the state behind a `+` is.
 * @property {number} extension Where the layout is of what is written before an extension; 0 if that is not known, 1 if extensions
 *   are left out.
 * @property {Set<number>} characters All that may be written, beside digits.
 */

/**
 * Compiles the automaton from those that the writer uses itself. The writer may read the same digits as a national number with
 * or without prefixes; a state stands for the states of all these readings. They are followed from the first digit on, and the
 * writer is asked about each state. From the last digit back, equal states are merged.
 *
 * @param {PhoneWriter} writer
 * @returns {PhoneAutomaton | null} null if it would be too large, or if the country rewrites prefixes.
 */
export function compilePhoneAutomaton(writer) {
  try {
    return new Compiler(writer).compile();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

class Compiler {
  /** @param {PhoneWriter} writer */
  constructor(writer) {
    this.writer = writer;
    this.reader = new PhoneReader(writer);
    /** The states by their readings' keys. @type {Map<string, number>} */
    this.known = new Map();
    /** Each is its output and the states that follow. @type {number[][]} */
    this.states = [];
    /** @type {Map<string, number>} */
    this.merged = new Map();
    /** The layouts, one after the other. @type {number[]} */
    this.text = [];
    /** The outputs that stand for them. @type {Map<string, number>} */
    this.layouts = new Map();
    /** @type {Set<number>} */
    this.characters = new Set();
  }

  /** @returns {PhoneAutomaton} */
  compile() {
    const [start, plus] = ['', '+'].map(text => this.stateAfter(text) * STATE_BYTES);
    const textAt = this.states.length * STATE_BYTES;
    const extension = this.addExtension(textAt);
    const bytes = Buffer.alloc(textAt + this.text.length);
    if (bytes.length > MAX_BYTES) throw new RangeError(`${bytes.length} bytes, at most ${MAX_BYTES}`);
    const numbers = new Uint16Array(bytes.buffer, bytes.byteOffset, textAt / 2);
    for (const [index, [output, ...next]] of this.states.entries()) {
      const layoutAt = output < FIRST_LAYOUT ? output : output - FIRST_LAYOUT + textAt;
      numbers.set([...next.map(state => state * STATE_BYTES), layoutAt], (index * STATE_BYTES) / 2);
    }
    bytes.set(this.text, textAt);
    return { bytes, start, plus, extension, characters: this.characters };
  }

  /**
   * @param {string} text Digits, perhaps behind a `+`.
   * @returns {number}
   */
  stateAfter(text) {
    const readings = this.reader.read(text);
    const known = this.known.get(readings.key);
    if (known !== undefined) return known;
    const { isForeign, isDead } = readings;
    const output = isForeign ? UNSURE : this.outputOfDigits();
    const state = this.merge([output, ...(isForeign || isDead ? [] : this.statesBehind(text, readings))]);
    this.known.set(readings.key, state);
    return state;
  }

  /**
   * @param {string} text
   * @param {Readings} readings
   * @returns {number[]} One for each digit.
   */
  statesBehind(text, readings) {
    /** @type {number[]} */
    const states = [];
    for (let digit = 0; digit < 10; digit++) {
      let twin = 0;
      while (!areTwins(readings, digit, twin)) twin += 1;
      states.push(twin === digit ? this.stateAfter(text + digit) : states[twin]);
    }
    return states;
  }

  /** @param {number[]} state Its output and the states that follow; those are left out if it always stays the same. */
  merge(state) {
    const key = String.fromCharCode(...state);
    const known = this.merged.get(key);
    if (known !== undefined) return known;
    const index = this.states.length;
    this.states.push(state.length === 1 ? [...state, ...Array.from({ length: 10 }, () => index)] : state);
    this.merged.set(key, index);
    return index;
  }

  /** @returns {number} What the writer makes of its finder's digits: UNSURE, NOT_A_NUMBER, or a layout. */
  outputOfDigits() {
    const { writer, reader } = this;
    const { finder } = writer;
    const at = finder.findInDigits();
    if (at < 0) return at === NO_NUMBER ? NOT_A_NUMBER : UNSURE;
    const { grouping } = reader;
    const length = finder.count - at;
    const index = grouping ? grouping.automaton.outputs[reader.stateOf(grouping.automaton, at)] : 0;
    const key = `${length} ${index}`;
    const known = this.layouts.get(key);
    if (known !== undefined) return known;
    writer.length = 0;
    writer.appendLead(reader.plan);
    const lead = writer.bytes.subarray(0, writer.length);
    const groups = grouping && index > 0 ? grouping.layouts[index] : Array.from({ length }, (_, digit) => digit);
    const output = FIRST_LAYOUT + this.addLayout(length, [...lead, ...groups]);
    this.layouts.set(key, output);
    return output;
  }

  /** @param {number} textAt */
  addExtension(textAt) {
    if (this.writer.format === 'e164') return LEFT_OUT;
    const label = this.writer.extensionLabel(this.reader.plan);
    return label === null ? UNSURE : textAt + this.addLayout(0, [...label]);
  }

  /**
   * @param {number} length How many of the last digits it is about.
   * @param {number[]} bytes Those below FIRST_LITERAL stand for one of these digits.
   * @returns {number} Where in the text it is.
   */
  addLayout(length, bytes) {
    if (bytes.length > MAX_LAYOUT_BYTES) throw new RangeError(`${bytes.length} bytes, at most ${MAX_LAYOUT_BYTES}`);
    for (const byte of bytes) if (byte >= FIRST_LITERAL) this.characters.add(byte);
    return this.text.push(length, bytes.length, ...bytes) - bytes.length - 2;
  }
}

// As in engine/assembly/write/put-phone.ts.
const STATE_BYTES = 22;
const UNSURE = 0;
const NOT_A_NUMBER = 1;
const LEFT_OUT = 1;
const FIRST_LAYOUT = 2;

// The module has addresses of 16 bits, and room for two such texts and an extension.
const MAX_BYTES = 0xffff;
const MAX_LAYOUT_BYTES = 80;
