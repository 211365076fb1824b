import { isAccepting, startOf, stepAll } from './glob-automaton.js';

/** @import { Automaton } from './glob-automaton.js' */

/**
 * Whether every path that one glob matches is matched by others too. Goes through the automata together, one set of states at
 * a time.
 *
 * @param {Automaton} subject
 * @param {Automaton[]} others
 * @param {string[]} alphabet Characters that stand for all others.
 * @param {{ left: number }} budget How many steps may still be taken.
 * @returns {true | string | null} True if they are; otherwise a path that only the subject matches. Null if the budget was not enough.
 */
export function isCovered(subject, others, alphabet, budget) {
  const automata = [subject, ...others];
  /** @type {Situation[]} */
  const queue = [{ states: automata.map(startOf), path: '', atStart: true }];
  const seen = new Set([keyOf(queue[0])]);
  for (const { states, path, atStart } of queue) {
    if (!atStart && automata.every((automaton, index) => isAccepting(automaton, states[index]) === (index === 0)))
      return path;
    for (const character of alphabet) {
      // No path has an empty name.
      if (atStart && character === '/') continue;
      const next = automata.map((automaton, index) => {
        budget.left -= states[index].length;
        return stepAll(automaton, states[index], character);
      });
      if (budget.left < 0) return null;
      const situation = { states: next, path: path + character, atStart: character === '/' };
      if (next[0].length === 0 && !subject.negated) continue;
      const key = keyOf(situation);
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(situation);
    }
  }
  return true;
}

/** @typedef {{ states: number[][], path: string, atStart: boolean }} Situation `atStart`: whether a name begins here. */

/** @param {Situation} situation */
function keyOf({ states, atStart }) {
  return `${Number(atStart)}${states.flat().join(',')}`;
}
