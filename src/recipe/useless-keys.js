import { unionOf } from './field-names.js';
import { fieldResolver, namedFields } from './named-fields.js';
import { shown } from './shown.js';
import { writtenFields } from './written-fields.js';

/** @import { Report } from './problems.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Reports keys of a rule that are allowed but do less than their author may think.
 *
 * @param {WrittenCsv} csv Without conflicts.
 * @param {Report} report
 */
export function reportUselessKeys(csv, report) {
  reportKeptBadRecords(csv, report);
  reportFieldsThatAreNotWritten(csv, report);
  reportRenamesOfNothing(csv, report);
  reportNumbersAsNames(csv, report);
  if (csv.hash.length > 0) {
    report(['hash'], 'needs a key: give it with --hash-key-file FILE, or to the function as SLUICE_HASH_SECRET');
  }
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function reportKeptBadRecords(csv, report) {
  if (csv.badRecords !== 'keep') return;
  const bypassed = BYPASSED.filter(key => {
    const value = csv[key];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  if (bypassed.length === 0) return;
  report(['badRecords'], `is "keep": bad records come out as they came in, untouched by ${bypassed.join(', ')}`);
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function reportFieldsThatAreNotWritten(csv, report) {
  const fields = namedFields(csv);
  const resolve = fieldResolver(csv, fields);
  const { mayBeWritten } = writtenFields(csv);
  const tested = unionOf(fields.map(({ key, field }) => (key === 'where' || key === 'require' ? resolve(field) : [])));
  for (const { key, path, field } of fields) {
    if (!FOR_OUTPUT.has(key) || mayBeWritten(field)) continue;
    // Conditions see values that are trimmed, and compare dates by their format.
    if ((key === 'trim' || key === 'dates') && resolve(field).some(meant => tested.has(meant))) continue;
    const what = key === 'rename' ? 'renames' : 'is';
    report(path, `${what} ${shown(field)}, a field that the rule does not write`);
  }
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function reportRenamesOfNothing({ header, writeHeader, rename, table }, report) {
  if (!Array.isArray(header) || writeHeader || table !== undefined || Object.keys(rename).length === 0) return;
  report(['rename'], 'has no effect: the names of "header" are written only with "writeHeader": true');
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function reportNumbersAsNames({ set }, report) {
  const names = Object.keys(set);
  const number = names.find(name => /^(?:0|[1-9][0-9]{0,8})$/.test(name));
  if (number === undefined || names.length === 1) return;
  report(
    ['set', number],
    'is a column whose name is a whole number: it comes before all others, wherever the recipe has it',
  );
}

const BYPASSED = /** @type {const} */ (['drop', 'keep', 'select', 'where', 'hash', 'mask']);
const FOR_OUTPUT = new Set(['trim', 'phones', 'dates', 'hash', 'mask', 'rename']);
