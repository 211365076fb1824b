import { union } from './digit-pattern.js';

/** @import { DigitPatterns } from './digit-pattern.js' */

/**
 * A deterministic automaton over digits, as small as can be for what it says.
 *
 * @typedef {object} DigitAutomaton
 * @property {Uint16Array} next The state that follows on state `s` and digit `d`, at `s * 10 + d`.
 * @property {Uint16Array} outputs What each state says of the digits so far.
 * @property {number} start
 */

/**
 * Determines what patterns say of digits (subset construction), a state for each number of digits and set of patterns that
 * are still possible, and makes states that say the same from then on one, from the last digit up.
 *
 * @param {DigitPatterns} patterns
 * @param {number[]} start
 * @param {(length: number, tokens: number[]) => number} outputOf What is said of so many digits where the patterns of
 *   these tokens match. Below 2 ** 16. Where nothing but beginnings can match any more, the length must not matter.
 * @returns {DigitAutomaton}
 */
export function compileAutomaton(patterns, start, outputOf) {
  const { masks, nexts, tokens } = patterns;
  /** @type {number[]} */
  const outputs = [];
  /** @type {number[]} */
  const next = [];
  /** @type {Map<string, number>} */
  const stateByMeaning = new Map();
  /** @type {Map<string, number>[]} */
  const stateBySet = [];

  /**
   * @param {number[]} set
   * @param {number} length
   * @returns {number}
   */
  const stateOf = (set, length) => {
    const key = String(set);
    stateBySet[length] ??= new Map();
    const known = stateBySet[length].get(key);
    if (known !== undefined) return known;
    const matched = set.flatMap(state => (tokens[state] === -1 ? [] : [tokens[state]]));
    const output = outputOf(length, matched);
    const stays = set.every(state => nexts[state][0] === state);
    const children = stays ? [] : childrenOf(set, length + 1);
    const state = intern(output, children);
    stateBySet[length].set(key, state);
    return state;
  };

  /**
   * @param {number[]} set
   * @param {number} length
   */
  const childrenOf = (set, length) => {
    /** @type {number[]} */
    const children = [];
    /** @type {Map<number, number>} */
    const childByWaiting = new Map();
    for (const digit of DIGITS) {
      const waiting = waitingFor(set, digit);
      const known = childByWaiting.get(waiting);
      const child =
        known ?? stateOf(union(set.map(state => ((masks[state] >> digit) & 1 ? nexts[state] : []))), length);
      if (set.length <= MOST_BITS) childByWaiting.set(waiting, child);
      children.push(child);
    }
    return children;
  };

  /**
   * Which of a set's states wait for a digit, as bits.
   *
   * @param {number[]} set
   * @param {number} digit
   */
  const waitingFor = (set, digit) => {
    let bits = 0;
    for (const state of set) bits = bits * 2 + ((masks[state] >> digit) & 1);
    return bits;
  };

  /**
   * @param {number} output
   * @param {number[]} children None for a state that stays what it is.
   */
  const intern = (output, children) => {
    const meaning = `${output} ${children}`;
    const known = stateByMeaning.get(meaning);
    if (known !== undefined) return known;
    const state = outputs.push(output) - 1;
    for (const digit of DIGITS) next.push(children[digit] ?? state);
    stateByMeaning.set(meaning, state);
    return state;
  };

  const first = stateOf(start, 0);
  if (outputs.length > 0xffff) throw new RangeError(`${outputs.length} states, at most 65,535`);
  return { next: Uint16Array.from(next), outputs: Uint16Array.from(outputs), start: first };
}

// Of an integer that a number holds exactly.
const MOST_BITS = 53;

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
