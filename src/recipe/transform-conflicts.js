import { parseDateFormat } from './date-format.js';
import { nearest } from './nearest.js';
import { shown } from './shown.js';

/** @import { Report } from './problems.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Reports transforms that could not be carried out.
 *
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
export function refuseTransformConflicts(csv, report) {
  refuseUselessCountries(csv, report);
  refuseWrongFormats(csv, report);
  refuseUnknownValues(csv, report);
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function refuseUselessCountries({ phones }, report) {
  for (const [index, { format, country }] of phones.entries()) {
    if (format !== 'strip' || country === undefined) continue;
    report(['phones', index, 'country'], `is ${shown(country)}, but format "strip" does not parse: leave one out`);
  }
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function refuseWrongFormats({ dates }, report) {
  for (const [index, { from }] of dates.entries()) {
    const problem = problemIn(refuse => parseDateFormat(from, refuse));
    if (problem === null) continue;
    report(['dates', index, 'from'], `is ${shown(from)}, a format ${problem}`, 'recipe/wrong-value');
  }
}

/**
 * @param {(refuse: (problem: string) => never) => unknown} read
 * @returns {string | null}
 */
function problemIn(read) {
  /** @type {string | null} */
  let found = null;
  const stop = new Error('refused');
  try {
    read(problem => {
      found = problem;
      throw stop;
    });
  } catch (error) {
    if (error !== stop) throw error;
  }
  return found;
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function refuseUnknownValues({ set }, report) {
  for (const [name, value] of Object.entries(set)) {
    if (isInexact(value)) report(['set', name], `is ${value}, ${INEXACT}`, 'recipe/wrong-value');
    if (typeof value !== 'string' || !/^\$(?!\$)/.test(value) || SET_VALUES.includes(value)) continue;
    const meant = nearest(value, SET_VALUES);
    const hint = meant ? `did you mean "${meant}"?` : `for the text itself, write ${shown(`$${value}`)}`;
    report(
      ['set', name],
      `is ${shown(value)}, but must be $archive, $entry, $record or $time; ${hint}`,
      'recipe/wrong-value',
    );
  }
}

/**
 * @param {unknown} value
 * @returns {value is number} Whether it is an integer of which JSON's readers may lose digits.
 */
export function isInexact(value) {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** What follows such an integer in a message. */
export const INEXACT = 'more digits than a JSON number keeps: put it in quotes';

const SET_VALUES = ['$archive', '$entry', '$record', '$time'];
