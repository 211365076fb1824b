import { printable } from '../printable.js';

/**
 * A part of a format: one of its tokens, or text that stands for itself.
 *
 * @typedef {'YYYY' | 'YY' | 'MMMM' | 'MMM' | 'MM' | 'M' | 'DD' | 'D' | 'HH' | 'H' | 'hh' | 'h' | 'mm' | 'ss' | 'A'} DateToken
 * @typedef {{ token: DateToken } | { text: string }} DatePart
 */

/**
 * Splits the format of dates, such as `DD.MM.YYYY`, into its parts.
 *
 * @param {string} format
 * @param {(problem: string) => never} [refuse] Throws an error with "a format <problem>".
 * @returns {DatePart[]} No two texts in a row. A year, a month and a day are among them, each once.
 */
export function parseDateFormat(format, refuse = refuseFormat) {
  /** @type {DatePart[]} */
  const parts = [];
  for (const [piece] of format.matchAll(PIECES)) {
    const text = textOf(piece, refuse);
    const last = parts.at(-1);
    if (text === null) parts.push({ token: /** @type {DateToken} */ (piece) });
    else if (last !== undefined && 'text' in last) last.text += text;
    else if (text !== '') parts.push({ text });
  }
  refuseTokens(
    parts.flatMap(part => ('token' in part ? part.token : [])),
    refuse,
  );
  refuseAmbiguousDigits(parts, refuse);
  return parts;
}

/**
 * @param {string} piece A text in brackets, a run of one letter, or any other character.
 * @param {(problem: string) => never} refuse
 * @returns {string | null} Null for a token.
 */
function textOf(piece, refuse) {
  if (UNITS.has(piece)) return null;
  if (piece.startsWith('[')) {
    if (piece.length === 1) refuse('with a [ that is never closed');
    return piece.slice(1, -1);
  }
  if (!/^[a-z]/i.test(piece) || /^[TZW]$/.test(piece)) return piece;
  const meant = MEANT.get(piece);
  const shown = printable(piece);
  const hint = meant ? `; did you mean ${meant}?` : `: write [${shown}] for letters that stand for themselves`;
  return refuse(`with ${shown}, which is no token${hint}`);
}

/**
 * @param {DateToken[]} tokens
 * @param {(problem: string) => never} refuse
 */
function refuseTokens(tokens, refuse) {
  /** @type {Map<string | undefined, DateToken>} By unit. */
  const found = new Map();
  for (const token of tokens) {
    const unit = UNITS.get(token);
    const other = found.get(unit);
    if (other === token) refuse(`with ${token} twice`);
    if (other !== undefined) refuse(`with both ${other} and ${token}: leave one out`);
    found.set(unit, token);
  }
  const isMistaken = found.has('minute') && !found.has('hour') && !found.has('month');
  if (isMistaken) refuse('with mm, which is minutes, and no month; did you mean MM?');
  for (const [unit, example] of NEEDED) {
    if (!found.has(unit)) refuse(`without a ${unit}: it must have ${example}`);
  }
  const hour = found.get('hour');
  const has12Hours = hour === 'hh' || hour === 'h';
  if (has12Hours && !found.has('half'))
    refuse(`with ${hour} but not A (AM or PM): write ${hour.toUpperCase()} for 0 to 23`);
  if (found.has('half') && !has12Hours) refuse('with A (AM or PM) but not hh or h');
  if (found.has('minute') && hour === undefined) refuse('with mm (minutes) but not an hour');
  if (found.has('second') && !found.has('minute')) refuse('with ss (seconds) but not mm (minutes)');
}

/**
 * @param {DatePart[]} parts
 * @param {(problem: string) => never} refuse
 */
function refuseAmbiguousDigits(parts, refuse) {
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    if (!('token' in part) || !/^[MDHh]$/.test(part.token) || next === undefined) continue;
    const mayBeDigit = 'text' in next ? /^[0-9]/.test(next.text) : !/^(?:MMM|MMMM|A)$/.test(next.token);
    if (mayBeDigit) {
      refuse(
        `with ${part.token}, which takes one digit or two, directly before another digit: write ${part.token.repeat(2)}`,
      );
    }
  }
}

/**
 * @param {string} problem
 * @returns {never}
 */
function refuseFormat(problem) {
  throw new Error(`a format ${problem}`);
}

const PIECES = /\[[^\]]*\]|([A-Za-z])\1*|./gsu;

/** @type {Map<string, string>} What each token is of. */
const UNITS = new Map([
  ['YYYY', 'year'],
  ['YY', 'year'],
  ['MMMM', 'month'],
  ['MMM', 'month'],
  ['MM', 'month'],
  ['M', 'month'],
  ['DD', 'day'],
  ['D', 'day'],
  ['HH', 'hour'],
  ['H', 'hour'],
  ['hh', 'hour'],
  ['h', 'hour'],
  ['mm', 'minute'],
  ['ss', 'second'],
  ['A', 'half'],
]);

const NEEDED = [
  ['year', 'YYYY or YY'],
  ['month', 'MMMM, MMM, MM or M'],
  ['day', 'DD or D'],
];

/** Tokens of other languages and libraries. */
const MEANT = new Map([
  ['yyyy', 'YYYY'],
  ['uuuu', 'YYYY'],
  ['yy', 'YY'],
  ['Y', 'YYYY'],
  ['dd', 'DD'],
  ['d', 'D'],
  ['a', 'A'],
  ['tt', 'A'],
  ['m', 'MM (month) or mm (minute)'],
  ['s', 'ss'],
  ['SS', 'ss'],
]);
