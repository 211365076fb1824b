import { unionOf } from './field-names.js';
import { fieldResolver, namedFields } from './named-fields.js';
import { formatPath } from './path.js';
import { shown } from './shown.js';
import { writtenFields } from './written-fields.js';

/** @import { Path } from './path.js' */
/** @import { Report } from './problems.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Reports a header that cannot be written, and two columns of one name where the recipe alone shows it.
 *
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
export function refuseOutputConflicts(csv, report) {
  const { header, writeHeader, rename, set, missing } = csv;
  if (writeHeader && (header === false || header === 'auto')) {
    report(['writeHeader'], `is true, but "header" is ${shown(header)}: list the names in "header"`);
  }
  // Without a header there are no names to come out twice, and `rename` is refused anyway.
  if (header === false) return;
  /** @type {Map<string, string>} Where each name of the output comes from. */
  const sources = new Map();
  const { positions, mayBeWritten } = writtenFields(csv);
  for (const name of untouchedNames(csv, positions)) sources.set(name, '"header"');
  /** @param {string} name @param {Path} path */
  const claim = (name, path) => {
    const other = sources.get(name);
    if (other === undefined) sources.set(name, formatPath(path));
    else report(path, `names a column ${shown(name)}, but ${other} does too: choose another name`);
  };
  for (const [from, to] of Object.entries(rename)) {
    // Fields that may be missing are spellings of one field: a header has just one of them. With an array, `header` counted
    // a name that stays.
    const isExempt = Array.isArray(header) ? from === to : missing === 'ignore';
    if (!isExempt && mayBeWritten(from)) claim(to, ['rename', from]);
  }
  for (const name of Object.keys(set)) claim(name, ['set', name]);
}

/**
 * @param {WrittenCsv} csv
 * @param {Set<number>} written
 * @returns {string[]} The names of `header` that are written as they are.
 */
function untouchedNames(csv, written) {
  const { header, rename, trim } = csv;
  if (!Array.isArray(header)) return [];
  const fields = namedFields(csv);
  const resolve = fieldResolver(csv, fields);
  const renamed = unionOf(Object.entries(rename).map(([from, to]) => (from === to ? [] : resolve(from))));
  const trimmed = unionOf(Array.isArray(trim) ? trim.map(field => resolve(field)) : []);
  return header.flatMap((name, index) => {
    if (!written.has(index) || renamed.has(index)) return [];
    return trim === true || trimmed.has(index) ? name.trim() : name;
  });
}
