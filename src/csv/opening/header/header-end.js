import { looseName } from '../../../recipe/field-names.js';
import { isEmptyRow } from '../text/empty-row.js';
import { isHeader } from './looks-like-names.js';
import { usedNames } from './used-names.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */

/**
 * Where the header and the records have a delimiter more or less at their ends, the header is believed only as long as no line below speaks
 * against it: one that names as many fields as the records have, or a value behind the last name.
 *
 * @param {CsvRule} rule
 * @param {string[]} names As found.
 * @param {Table} table
 * @param {string} text The sample.
 * @returns {string | null} Why the first line may be no header, or lack a name; null if nothing speaks against it.
 */
export function doubtAboutEnd(rule, names, table, text) {
  if (rule.quote === 'auto' && table.reading.quote !== '"' && cutsQuotes(names)) {
    return (
      'quotes begin in one name and end in another, so the first line may be a title, or has other quotes than the records; say where ' +
      'the header is with "skipLines", or how the entry is written with "quote"'
    );
  }
  const { records, first, trailingDelimiter, emptyLastName } = table;
  const used = usedNames(rule);
  if (names.some(name => used.includes(looseName(name)))) return doubtAboutLonger(rule, names, table);
  const at = records.findIndex((record, index) => index > first && !isEmptyRow(text, record, table.reading));
  const below = records[at];
  const width = names.length + Number(trailingDelimiter);
  const mayBeTitle = (trailingDelimiter || emptyLastName) && below?.width === width && !below.emptyLast;
  if (mayBeTitle && isHeader(records, at, text, table.reading)) {
    return (
      'the first line may be a title, since the line below names as many fields as the records have; set "skipLines" to skip the title, ' +
      'or list all names in "header"'
    );
  }
  return doubtAboutLonger(rule, names, table);
}

/**
 * @param {CsvRule} rule
 * @param {string[]} names
 * @param {Table} table
 * @returns {string | null} Why the header may lack a name: most records have one field more, and only some of these are empty.
 */
function doubtAboutLonger({ ragged }, names, { records, first, trailingDelimiter }) {
  if (!trailingDelimiter && ragged === 'bad') return null;
  const below = records.slice(first + 1);
  const longer = below.filter(({ sound, width }) => sound && width === names.length + 1);
  if (longer.length * 2 <= below.length || longer.every(({ emptyLast }) => emptyLast)) return null;
  return (
    'most records have one field more than the header, and it is not empty in all of them, so no value can be told its name; list all names ' +
    'in "header" and set "skipLines" to skip the line that lacks one'
  );
}

/**
 * Whether quotes that are none of the table's begin in one name and end in another, as in `"List; all"` beside records with apostrophes.
 *
 * @param {string[]} names
 */
function cutsQuotes(names) {
  const isOdd = (/** @type {string} */ name) => name.split('"').length % 2 === 0;
  const opened = names.findIndex(name => name.trimStart().startsWith('"') && isOdd(name));
  return opened >= 0 && names.slice(opened + 1).some(name => name.trimEnd().endsWith('"') && isOdd(name));
}
