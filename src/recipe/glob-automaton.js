import { ANY, STAR } from './parse-glob.js';

/** @import { Token } from './parse-glob.js' */

/**
 * A glob as a nondeterministic automaton that reads a path's characters, folded as `foldCase` does. States are numbers.
 *
 * @typedef {object} Automaton
 * @property {number[]} starts
 * @property {Set<number>} ends
 * @property {boolean} negated Whether it means the paths that do not lead to an end.
 * @property {State[]} states By number, less `first`.
 * @property {number} first
 *
 * @typedef {{ token: Token | '/' | null, next: number, stays: boolean, skips: number | null }} State `token`: what leads to
 *   `next`, null for nothing. `stays`: whether any character but `/` leads back here. `skips`: the state that may be taken
 *   without a character.
 */

/**
 * @param {{ negated: boolean, alternatives: (Token[] | symbol)[][] }} glob
 * @param {number} first The number of the first state.
 * @returns {Automaton}
 */
export function automatonOf({ negated, alternatives }, first) {
  /** @type {State[]} */
  const states = [];
  /** @type {Set<number>} */
  const ends = new Set();
  /** @type {number[]} */
  const starts = [];
  /** @param {Token | '/' | null} token @param {Partial<State>} [more] */
  const add = (token, more) => {
    const number = first + states.length;
    states.push({ token, next: number + 1, stays: false, skips: null, ...more });
    return number;
  };
  for (const names of alternatives) {
    starts.push(first + states.length);
    for (const [index, name] of names.entries()) {
      if (typeof name === 'symbol') {
        // Any number of names, each with its `/`: out of the second state, a `/` leads back to the first.
        const outside = first + states.length;
        add(ANY, { skips: outside + 2 });
        add('/', { next: outside, stays: true });
        continue;
      }
      for (const token of name) {
        if (token === STAR) add(null, { stays: true, skips: first + states.length + 1 });
        else add(token);
      }
      if (index < names.length - 1) add('/');
      else ends.add(add(null));
    }
  }
  return { starts, ends, negated, states, first };
}

/**
 * @param {Automaton} automaton
 * @returns {number[]} The states before the first character.
 */
export function startOf(automaton) {
  /** @type {Set<number>} */
  const states = new Set();
  for (const start of automaton.starts) enter(automaton, start, states);
  return [...states];
}

/**
 * @param {Automaton} automaton
 * @param {number[]} states
 * @param {string} character
 * @returns {number[]} The states that the character leads to, sorted.
 */
export function stepAll(automaton, states, character) {
  /** @type {Set<number>} */
  const next = new Set();
  for (const state of states) step(automaton, state, character, next);
  return [...next].sort((a, b) => a - b);
}

/**
 * @param {Automaton} automaton
 * @param {number[]} states
 * @returns {boolean}
 */
export function isAccepting({ ends, negated }, states) {
  return states.some(state => ends.has(state)) !== negated;
}

/**
 * @param {Automaton} automaton
 * @param {number} number
 * @param {Set<number>} into Gets the state and those that can be taken from it without a character.
 */
function enter({ states, first }, number, into) {
  for (let state = number; !into.has(state); ) {
    into.add(state);
    const { skips } = states[state - first];
    if (skips === null) return;
    state = skips;
  }
}

/**
 * @param {Automaton} automaton
 * @param {number} number
 * @param {string} character
 * @param {Set<number>} into Gets the states that the character leads to.
 */
function step(automaton, number, character, into) {
  const { token, next, stays } = automaton.states[number - automaton.first];
  if (stays && character !== '/') enter(automaton, number, into);
  if (token !== null && reads(token, character)) enter(automaton, next, into);
}

/**
 * @param {Token | '/'} token
 * @param {string} character
 */
function reads(token, character) {
  return typeof token === 'function' ? character !== '/' && token(character) : token === character;
}
