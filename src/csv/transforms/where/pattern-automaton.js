/** @import { RE2JS } from 're2js' */

/**
 * Makes a deterministic automaton of a pattern, for the engine, which reads values with it (`engine/assembly/edit/pattern.ts`). It does the same as re2js: each of its states stands for the instructions of the compiled
 * pattern that a match may have reached, before those that depend on what follows.
 *
 * @param {RE2JS} pattern
 * @returns {Uint8Array | null} 256 bytes, which say for each state whether a value that ends there matches; 256 with the next state
 *   for a character beyond ASCII; then 128 for each state, the next one for each byte of ASCII. null if it would be large, or take
 *   long to make.
 */
export function automatonOf(pattern) {
  let automaton = known.get(pattern);
  if (automaton === undefined) {
    automaton = makeAutomaton(pattern.re2().prog);
    known.set(pattern, automaton);
  }
  return automaton;
}

/** @type {WeakMap<RE2JS, Uint8Array | null>} */
const known = new WeakMap();

/**
 * An instruction of re2js.
 *
 * @typedef {{ op: number, out: number, arg: number, runes: Int32Array, matchRune: (rune: number) => boolean }} Instruction
 *
 * @typedef {{ inst: Instruction[], start: number }} Program
 */

/** @param {Program} program */
function makeAutomaton({ inst, start }) {
  if (inst.some(({ op }) => op > RUNE_ANY_NOT_NL)) return null;
  const kinds = kindsOfBytes(inst);
  const bytes = distinctBytes(inst, kinds);
  let work = MOST_WORK;
  /** @type {number[][]} What is reached in each state, from START on, and first the kind of the byte before. */
  const states = [];
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @param {number} before @param {number[]} reached */
  const numberOf = (before, reached) => {
    if (isStuck(inst, [...reached, start], before)) return NEVER;
    const state = [before, ...[...new Set(reached)].sort((a, b) => a - b)];
    const key = state.join();
    const number = numbers.get(key) ?? START + states.push(state) - 1;
    numbers.set(key, number);
    return number;
  };
  numberOf(TEXT_EDGE, []);
  const table = new Uint8Array(TABLES + 128 * MOST_STATES);
  table[MATCHES] = 1;
  for (let number = START; number - START < states.length; number++) {
    if (number >= MOST_STATES) return null;
    const [before, ...reached] = states[number - START];
    const closures = KINDS.map(kind => closureOf(inst, [...reached, start], flagsBetween(before, kind)));
    /** @param {number} rune @param {number} kind */
    const after = (rune, kind) =>
      isMatch(inst, closures[kind]) ? MATCHES : numberOf(kind, step(inst, closures[kind], rune));
    table[number] = Number(isMatch(inst, closures[TEXT_EDGE]));
    const isKnown = isMatch(inst, closures[OTHER]) || !closures[OTHER].some(each => tellsOthersApart(inst[each]));
    table[OTHERS + number] = isKnown ? after(BEYOND_ASCII, OTHER) : UNKNOWN;
    for (const { byte, same } of bytes) {
      work -= closures[kinds[byte]].length;
      const next = after(byte, kinds[byte]);
      for (const each of same) table[TABLES + 128 * number + each] = next;
    }
    if (work < 0) return null;
  }
  return table.slice(0, TABLES + 128 * (START + states.length));
}

/**
 * @param {Instruction[]} inst
 * @returns {number[]} Of each byte of ASCII, the kind: as many as these instructions tell from one another.
 */
function kindsOfBytes(inst) {
  const needed = inst.reduce((flags, { op, arg }) => (op === EMPTY_WIDTH ? flags | arg : flags), 0);
  return Array.from({ length: 128 }, (_, byte) => {
    if (byte === 0x0a) return needed & (BEGIN_LINE | END_LINE) ? NEWLINE : OTHER;
    const isWord = needed & (WORD_BOUNDARY | NO_WORD_BOUNDARY) && /\w/.test(String.fromCharCode(byte));
    return isWord ? WORD : OTHER;
  });
}

/**
 * @param {Instruction[]} inst
 * @param {number[]} kinds
 * @returns {{ byte: number, same: number[] }[]} Bytes of ASCII that no instruction tells from one another.
 */
function distinctBytes(inst, kinds) {
  const runes = inst.filter(isRune);
  /** @type {Map<string, { byte: number, same: number[] }>} */
  const found = new Map();
  for (let byte = 0; byte < 128; byte++) {
    const key = `${kinds[byte]}${runes.map(each => Number(each.matchRune(byte))).join('')}`;
    const group = found.get(key) ?? { byte, same: [] };
    group.same.push(byte);
    found.set(key, group);
  }
  return [...found.values()];
}

/**
 * @param {Instruction[]} inst
 * @param {Iterable<number>} from
 * @param {number} flags What holds between the byte before and the one that follows.
 * @returns {number[]} What can be reached without a byte.
 */
function closureOf(inst, from, flags) {
  const closure = new Set(from);
  for (const number of closure) {
    const { op, out, arg } = inst[number];
    if (op === EMPTY_WIDTH ? (arg & ~flags) === 0 : op === ALT || op === ALT_MATCH || op === CAPTURE || op === NOP)
      closure.add(out);
    if (op === ALT || op === ALT_MATCH) closure.add(arg);
  }
  return [...closure];
}

/**
 * @param {Instruction[]} inst
 * @param {number[]} closure
 * @param {number} byte
 */
function step(inst, closure, byte) {
  return closure.filter(number => isRune(inst[number]) && inst[number].matchRune(byte)).map(number => inst[number].out);
}

/** @param {Instruction[]} inst @param {number[]} closure */
function isMatch(inst, closure) {
  return closure.some(number => inst[number].op === MATCH);
}

/**
 * @param {Instruction[]} inst
 * @param {number[]} reached
 * @param {number} before
 * @returns {boolean} Whether nothing can match any more, whatever follows, also beyond ASCII.
 */
function isStuck(inst, reached, before) {
  if (before === TEXT_EDGE) return false;
  return !closureOf(inst, reached, ~BEGIN_TEXT).some(number => inst[number].op === MATCH || isRune(inst[number]));
}

/**
 * @param {Instruction} instruction
 * @returns {boolean} Whether it may match some characters beyond ASCII, and others not.
 */
function tellsOthersApart({ op, arg, runes }) {
  if (!isRune({ op })) return false;
  const [first] = runes;
  // A letter whose case is ignored, such as K, for which the sign of Kelvin stands too.
  if (runes.length === 1) return first >= BEYOND_ASCII || (arg & FOLD_CASE) !== 0;
  return runes.some(
    (rune, index) => index % 2 === 1 && rune >= BEYOND_ASCII && (rune < LAST_RUNE || runes[index - 1] > BEYOND_ASCII),
  );
}

/** @param {Pick<Instruction, 'op'>} instruction */
function isRune({ op }) {
  return op >= RUNE && op <= RUNE_ANY_NOT_NL;
}

/**
 * @param {number} before
 * @param {number} after
 * @returns {number} What re2js calls an "empty op context".
 */
function flagsBetween(before, after) {
  let flags = (before === WORD) === (after === WORD) ? NO_WORD_BOUNDARY : WORD_BOUNDARY;
  if (before === TEXT_EDGE) flags |= BEGIN_TEXT | BEGIN_LINE;
  if (before === NEWLINE) flags |= BEGIN_LINE;
  if (after === TEXT_EDGE) flags |= END_TEXT | END_LINE;
  if (after === NEWLINE) flags |= END_LINE;
  return flags;
}

// What stands before or after a place in a value.
const OTHER = 0;
const WORD = 1;
const NEWLINE = 2;
const TEXT_EDGE = 3;
const KINDS = [OTHER, WORD, NEWLINE, TEXT_EDGE];

// As in engine/assembly/edit/pattern.ts.
const OTHERS = 256;
const TABLES = 512;
const NEVER = 0;
const MATCHES = 1;
const START = 2;
const UNKNOWN = 255;
const MOST_STATES = 128;
/** A few milliseconds. */
const MOST_WORK = 100_000;

const BEYOND_ASCII = 0x80;
const LAST_RUNE = 0x10_ffff;

// As in re2js.
const ALT = 1;
const ALT_MATCH = 2;
const CAPTURE = 3;
const EMPTY_WIDTH = 4;
const MATCH = 6;
const NOP = 7;
const RUNE = 8;
const RUNE_ANY_NOT_NL = 11;
const FOLD_CASE = 1;
const BEGIN_LINE = 1;
const END_LINE = 2;
const BEGIN_TEXT = 4;
const END_TEXT = 8;
const WORD_BOUNDARY = 16;
const NO_WORD_BOUNDARY = 32;
