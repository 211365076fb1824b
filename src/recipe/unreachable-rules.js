import { compileGlob } from './glob.js';
import { alphabetOf } from './glob-alphabet.js';
import { automatonOf } from './glob-automaton.js';
import { isCovered } from './glob-coverage.js';
import { parseGlob } from './parse-glob.js';
import { samplePaths } from './sample-paths.js';
import { shown } from './shown.js';

/** @import { Automaton } from './glob-automaton.js' */
/** @import { Path } from './path.js' */

/**
 * Finds rules that can never match, because rules before them take all that they would.
 *
 * @param {string[]} globs Of the rules, in order.
 * @returns {{ path: Path, text: string }[]} `text` follows the path in a warning.
 */
export function unreachableRules(globs) {
  const parsed = globs.map(glob => parseGlob(glob, refuse));
  const length = parsed.reduce(
    (sum, { alternatives }) => sum + alternatives.flat(2).length + 16 * alternatives.length,
    0,
  );
  if (length > MAX_STATES) return [];
  const alphabet = alphabetOf(parsed);
  if (alphabet === null) return [];
  let first = 0;
  const automata = parsed.map(glob => {
    const automaton = automatonOf(glob, first);
    first += automaton.states.length;
    return automaton;
  });
  const matchers = globs.map(glob => compileGlob(glob, 'match'));
  const budget = { left: MAX_STEPS };
  return automata.flatMap((automaton, index) => {
    const samples = samplePaths(parsed[index], alphabet);
    budget.left -= samples.flat().length * index;
    if (budget.left < 0) return [];
    // Mostly one of a few paths shows that the rule can match, and the automata need not be compared.
    if (samples.some(path => matchers.findIndex(matches => matches(path.join(''))) === index)) return [];
    const before = automata.slice(0, index).map((other, number) => ({ number, other }));
    const covering = coveringRules(automaton, before, alphabet, budget);
    if (covering === null) return [];
    const [one] = covering;
    const who = covering.map(number => `entries[${number}]`).join(', ');
    const why =
      one === undefined
        ? `no path matches ${shown(globs[index])}`
        : covering.length === 1
          ? `${who} (${shown(globs[one])}) takes all that it matches`
          : `${who} take all that it matches`;
    return { path: ['entries', index], text: `can never match: ${why}` };
  });
}

/**
 * @param {Automaton} subject
 * @param {{ number: number, other: Automaton }[]} before
 * @param {string[]} alphabet
 * @param {{ left: number }} budget
 * @returns {number[] | null} The rules that are needed to take all that the subject matches; null if they leave something,
 *   or if it took too long to find out.
 */
function coveringRules(subject, before, alphabet, budget) {
  /** @param {typeof before} rules */
  const suffices = rules => {
    const limited = { left: Math.min(budget.left, MAX_STEPS_OF_RULE) };
    const had = limited.left;
    const covered = isCovered(
      subject,
      rules.map(({ other }) => other),
      alphabet,
      limited,
    );
    budget.left -= (had - Math.max(limited.left, 0)) * SLOWER;
    return covered === true;
  };
  if (!suffices(before)) return null;
  const single = before.find(rule => suffices([rule]));
  if (single !== undefined) return [single.number];
  let needed = before;
  for (const rule of before) {
    const fewer = needed.filter(other => other !== rule);
    if (suffices(fewer)) needed = fewer;
  }
  return needed.map(({ number }) => number);
}

/** @param {string} problem @returns {never} */
function refuse(problem) {
  throw new Error(`a glob ${problem}`);
}

/** Of all automata: some 20 MB. With their braces written out, globs may have many more. */
const MAX_STATES = 200_000;
/** About a second. */
const MAX_STEPS = 20_000_000;
const MAX_STEPS_OF_RULE = 500_000;
/** How much slower a step is in all automata than in one. */
const SLOWER = 5;
