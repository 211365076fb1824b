import { union } from './digit-patterns.js';

/** @import { DigitPatterns } from './digit-patterns.js' */

/**
 * A deterministic automaton over digits, with the fewest states possible.
 *
 * @typedef {object} DigitAutomaton
 * @property {Uint16Array} next `next[s * 10 + d]` is the state after digit `d` in state `s`.
 * @property {Uint16Array} outputs The result for digits that end in each state.
 * @property {number} start The first state.
 */

/**
 * Compiles patterns into an automaton that classifies a string of digits with one lookup per digit (subset
 * construction). There is one state for each length and each set of patterns that are still possible. From the last
 * digit back to the first, states with equal outputs and equal successors are merged.
 *
 * @param {DigitPatterns} patterns
 * @param {number[]} start The states to start in.
 * @param {(length: number, tokens: number[]) => number} outputOf Returns the output, below 2 ** 16, for `length` digits
 *   that the patterns with these tokens match. It must not depend on the length once only patterns of beginnings can
 *   still match.
 * @returns {DigitAutomaton}
 * @throws {RangeError} If there are more than 65,535 states.
 */
export function compileAutomaton(patterns, start, outputOf) {
  const { masks, nexts, tokens } = patterns;
  /** @type {number[]} */
  const outputs = [];
  /** @type {number[]} */
  const next = [];
  /** @type {Map<string, number>} */
  const stateByKey = new Map();
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
    // Once a beginning has matched, its states loop on every digit.
    const stays = set.every(state => nexts[state][0] === state);
    const children = stays ? [] : childrenOf(set, length + 1);
    const state = intern(output, children);
    stateBySet[length].set(key, state);
    return state;
  };

  /**
   * @param {number[]} set
   * @param {number} length The children's length.
   * @returns {number[]} The state after each digit.
   */
  const childrenOf = (set, length) => {
    /** @type {number[]} */
    const children = [];
    /** @type {Map<number, number>} */
    const childByConsumers = new Map();
    for (const digit of DIGITS) {
      const consumers = consumersOf(set, digit);
      const known = childByConsumers.get(consumers);
      const child =
        known ?? stateOf(union(set.map(state => ((masks[state] >> digit) & 1 ? nexts[state] : []))), length);
      if (set.length <= MOST_BITS) childByConsumers.set(consumers, child);
      children.push(child);
    }
    return children;
  };

  /**
   * The states of a set that consume a digit, one bit each.
   *
   * @param {number[]} set
   * @param {number} digit
   */
  const consumersOf = (set, digit) => {
    let bits = 0;
    for (const state of set) bits = bits * 2 + ((masks[state] >> digit) & 1);
    return bits;
  };

  /**
   * @param {number} output
   * @param {number[]} children One per digit; none for a state that loops on every digit.
   */
  const intern = (output, children) => {
    const key = `${output} ${children}`;
    const known = stateByKey.get(key);
    if (known !== undefined) return known;
    const state = outputs.push(output) - 1;
    for (const digit of DIGITS) next.push(children[digit] ?? state);
    stateByKey.set(key, state);
    return state;
  };

  const first = stateOf(start, 0);
  if (outputs.length > 0xffff) throw new RangeError(`${outputs.length} states, at most 65,535`);
  return { next: Uint16Array.from(next), outputs: Uint16Array.from(outputs), start: first };
}

/**
 * @param {DigitAutomaton} automaton
 * @param {Uint8Array} digits In ASCII.
 * @param {number} from
 * @param {number} to
 * @returns {number} The output for these digits.
 */
export function outputFor({ next, outputs, start }, digits, from, to) {
  let state = start;
  for (let at = from; at < to; at++) state = next[state * 10 + digits[at] - ZERO];
  return outputs[state];
}

const ZERO = 0x30;

// The bits of an integer that a number represents exactly.
const MOST_BITS = 53;

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
