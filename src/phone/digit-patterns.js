import { ANY_DIGIT, parseDigitPattern } from './parse-digit-pattern.js';

/** @import { PatternNode } from './parse-digit-pattern.js' */

/**
 * Patterns over digits, as the states of one nondeterministic automaton without empty transitions, for
 * `compileAutomaton`. A state consumes one of a set of digits and leads to a set of states. Equal states are shared.
 * A set of states is a sorted array of their numbers.
 */
export class DigitPatterns {
  constructor() {
    /** The digits that each state consumes, one bit per digit. @type {number[]} */
    this.masks = [0];
    /** The states that follow each state. @type {number[][]} */
    this.nexts = [[]];
    /** The token of the pattern that has matched in a state; -1 for none. @type {number[]} */
    this.tokens = [-1];
    /** @type {Map<string, number>} */
    this.known = new Map();
  }

  /**
   * Adds the states for the texts that a pattern matches as a whole.
   *
   * @param {string} pattern See `parseDigitPattern`.
   * @param {string | null} beginning A pattern that the beginning of the text must match too. If `pattern` is empty,
   *   any digits may follow that beginning.
   * @param {number} token Identifies the match.
   * @returns {number[]} The states to start in.
   * @throws {SyntaxError} If a pattern is not supported.
   */
  add(pattern, beginning, token) {
    const match = this.state(0, [], token);
    if (beginning === null) return this.follow(parseDigitPattern(pattern), [match]);
    if (pattern !== '') {
      const whole = this.follow(parseDigitPattern(pattern), [match]);
      return this.intersect(whole, this.follow(parseDigitPattern(beginning), [ANYTHING]));
    }
    this.masks[match] = ANY_DIGIT;
    this.nexts[match] = [match];
    return this.follow(parseDigitPattern(beginning), [match]);
  }

  /**
   * The states for texts that both sets of states accept.
   *
   * @param {number[]} set
   * @param {number[]} beginnings They accept a text as soon as they reach `ANYTHING`.
   * @returns {number[]}
   */
  intersect(set, beginnings) {
    if (beginnings.includes(ANYTHING)) return set;
    /** @type {number[]} */
    const states = [];
    for (const state of set) {
      for (const beginning of beginnings) {
        const mask = this.masks[state] & this.masks[beginning];
        if (mask === 0) continue;
        const next = this.intersect(this.nexts[state], this.nexts[beginning]);
        if (next.length > 0) states.push(this.state(mask, next, -1));
      }
    }
    return union([states]);
  }

  /**
   * @param {number} mask
   * @param {number[]} next
   * @param {number} token
   */
  state(mask, next, token) {
    const key = `${mask} ${token} ${next}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, this.masks.length);
    this.nexts.push(next);
    this.tokens.push(token);
    return this.masks.push(mask) - 1;
  }

  /**
   * The states that consume what a node matches and then lead to `next`.
   *
   * @param {PatternNode} node
   * @param {number[]} next
   * @returns {number[]}
   */
  follow(node, next) {
    if (node.kind === 'digit') return [this.state(node.mask, next, -1)];
    if (node.kind === 'alternatives') return union(node.nodes.map(child => this.follow(child, next)));
    if (node.kind === 'sequence') return node.nodes.reduceRight((states, child) => this.follow(child, states), next);
    let states = next;
    for (let count = node.least; count < node.most; count++) states = union([this.follow(node.node, states), next]);
    for (let count = 0; count < node.least; count++) states = this.follow(node.node, states);
    return states;
  }
}

/**
 * @param {number[][]} sets Sets of states.
 * @returns {number[]} Sorted.
 */
export function union(sets) {
  const states = sets.flat();
  return states.length < 2 ? states : [...new Set(states)].sort((a, b) => a - b);
}

/** The state that ends a beginning: whatever follows is accepted. */
const ANYTHING = 0;
