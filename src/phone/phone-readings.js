import { parseDigitPattern } from './parse-digit-pattern.js';
import { MAX_DIGITS } from './read-digits.js';
import { textsOfPattern } from './texts-of-pattern.js';

/** @import { DigitAutomaton } from './digit-automaton.js' */
/** @import { NumberFinder } from './number-finder.js' */
/** @import { Prefix } from './numbering-plan.js' */
/** @import { PhoneWriter } from './phone-writer.js' */

/**
 * How digits may be read, from the beginning of a number on. It decides what becomes of them, whatever digits follow.
 *
 * @typedef {object} Readings
 * @property {string} key Equal for digits that may be read alike.
 * @property {DigitAutomaton[]} automata Those that have read them, each from where a national number may begin.
 * @property {number[]} states The state of each.
 * @property {boolean} isOpen Whether more of them may be a prefix.
 * @property {boolean} isForeign Whether they have another calling code.
 * @property {boolean} isDead Whether nothing that follows makes them a number.
 */

/** Reads numbers with the calling code of a writer's default country as its NumberFinder does, in all ways at the same time. */
export class PhoneReader {
  /**
   * @param {PhoneWriter} writer
   * @throws {RangeError} If there are no automata to read with, or too many prefixes.
   * @throws {SyntaxError} If the country rewrites prefixes.
   */
  constructor({ finder, layouts }) {
    /** @type {NumberFinder} */
    this.finder = finder;
    const plan = finder.country === null ? null : finder.plans.forCountry(finder.country);
    const abroad = plan && finder.plans.forCallingCode(Number(plan.callingCode));
    const grouping = plan && layouts?.forCallingCode(plan.callingCode);
    if (!plan || !abroad || grouping === null) throw new RangeError('there are no automata');
    const { callingCode: code, home, main } = plan;
    const own = textsOf(home.nationalPrefix);
    const others = textsOf(main.nationalPrefix);
    this.plan = plan;
    this.grouping = grouping;
    /** Behind which digits a national number may begin, at home and from abroad. */
    this.national = { plan, behind: distinct(['', ...own, code, ...[...own, ...others].map(prefix => code + prefix)]) };
    this.international = { plan: abroad, behind: distinct([code, ...others.map(prefix => code + prefix)]) };
    const prefixes = ['+', ...textsOf(home.internationalPrefix)];
    this.beginnings = [
      ...this.national.behind,
      ...prefixes.flatMap(prefix => this.international.behind.map(text => prefix + text)),
    ];
  }

  /**
   * @param {string} text Digits, perhaps behind a `+`. The finder gets them.
   * @returns {Readings}
   */
  read(text) {
    const { finder, grouping } = this;
    finder.count = finder.digits.write(text, 'latin1');
    const isOpen = this.beginnings.some(beginning => beginning.length > text.length && beginning.startsWith(text));
    const from = text[0] === '+' ? 1 : finder.callingCodeStart(this.plan.home);
    const { plan, behind } = from === 0 ? this.national : this.international;
    const rest = text.slice(from);
    const found = behind.filter(beginning => rest.startsWith(beginning));
    const isForeign = !isOpen && (found.length === 0 || text.length > MAX_DIGITS);
    const states = found.map(({ length }) => this.stateOf(plan.automaton, from + length));
    const isDead = !isOpen && states.every(state => plan.automaton.next[10 * state] === state);
    const automata = found.map(() => plan.automaton);
    if (grouping) {
      for (const { length } of found) {
        automata.push(grouping.automaton);
        states.push(this.stateOf(grouping.automaton, from + length));
      }
    }
    // If no prefix could be skipped, nothing depends on what came before the national number.
    const before = found.length === 1 ? '' : `${found} `;
    const length = found.length === 1 ? rest.length - found[0].length : rest.length;
    const own = before + String.fromCharCode(Number(plan === this.plan), length, ...states);
    const key = isOpen ? text : isForeign ? FOREIGN : own;
    return { key, automata, states, isOpen, isForeign, isDead };
  }

  /**
   * @param {DigitAutomaton} automaton
   * @param {number} from
   * @returns {number} Its state after the finder's digits.
   */
  stateOf({ next, start }, from) {
    const { digits, count } = this.finder;
    let state = start;
    for (let at = from; at < count; at++) state = next[10 * state + digits[at] - ZERO];
    return state;
  }
}

/**
 * @param {Readings} readings
 * @param {number} digit
 * @param {number} other
 * @returns {boolean} Whether digits may be read alike with either of these behind them.
 */
export function areTwins({ automata, states, isOpen }, digit, other) {
  if (isOpen) return digit === other;
  for (let index = 0; index < states.length; index++) {
    const { next } = automata[index];
    const state = 10 * states[index];
    if (next[state + digit] !== next[state + other]) return false;
  }
  return true;
}

/** @param {string[]} texts */
function distinct(texts) {
  return [...new Set(texts)];
}

/** @param {Prefix | null} prefix */
function textsOf(prefix) {
  if (prefix === null) return [];
  const pattern = prefix.pattern.source.slice('^(?:'.length, -')'.length);
  // What it captures only matters where it is rewritten.
  return textsOfPattern(parseDigitPattern(prefix.transforms ? pattern : pattern.replace(/\((?!\?)/g, '(?:')));
}

const FOREIGN = 'foreign';
const ZERO = 0x30;
