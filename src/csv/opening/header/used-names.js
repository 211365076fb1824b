import { looseName } from '../../../recipe/field-names.js';
import { fieldsIn } from '../../plan/fields-in.js';
import { fieldValues } from '../text/field-values.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * The names of fields that a rule uses, in the form in which names match loosely.
 *
 * @param {CsvRule} rule
 */
export function usedNames(rule) {
  return fieldsIn(rule)
    .filter(field => typeof field === 'string')
    .map(name => looseName(name));
}

/**
 * @param {SplitRecord} record
 * @param {string} text
 * @param {Reading} reading
 * @param {readonly string[]} used
 * @returns {boolean} Whether it has a name that the rule uses.
 */
export function namesField(record, text, reading, used) {
  return used.length > 0 && fieldValues(text, record, reading).some(name => used.includes(looseName(name)));
}

/**
 * Whether the rule uses a name that stands above the table, but not in its header: the name's line is the header then.
 *
 * @param {SplitRecord[]} records
 * @param {number} first
 * @param {string} text
 * @param {Reading} reading
 * @param {readonly string[]} used
 */
export function losesName(records, first, text, reading, used) {
  if (used.length === 0) return false;
  const header = new Set(fieldValues(text, records[first], reading).map(name => looseName(name)));
  const lost = used.filter(name => !header.has(name));
  if (lost.length === 0) return false;
  const lines = records.slice(0, first);
  const cells = [
    ...lines.flatMap(line => fieldValues(text, line, reading)),
    ...lines.flatMap(({ start, end }) => unicode(text.slice(start, end)).split(/[,;|\t]/)),
  ];
  const above = new Set(cells.map(cell => looseName(cell.replace(/^#+/, ''))));
  return lost.some(
    name => above.has(name) || lines.some(line => holdsWords(unicode(text.slice(line.start, line.end)), name)),
  );
}

/**
 * Whether a line may be a header with spaces, or something else, between its names.
 *
 * @param {string} line
 * @param {string} name In the form in which names match loosely.
 */
export function holdsWords(line, name) {
  const words = line.replace(BETWEEN, ' ');
  return ` ${looseName(words)} `.includes(` ${name.replace(BETWEEN, ' ')} `);
}

/** @param {string} line One character a byte. */
function unicode(line) {
  return Buffer.from(line, 'latin1').toString();
}

const BETWEEN = /[^\p{L}\p{N}_.-]+/gu;
