import { hasEmptyLine } from '../doubts/two-tables.js';
import { looseShapeOf } from '../header/cell-shape.js';
import { looksUnlike } from '../header/names-and-values.js';
import { fieldValues } from '../text/field-values.js';

/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * Whether nothing but labels with their values stands above a record, as in `Account:;DE12`, with an empty line between. Without colons,
 * values of one kind, or words only, may be records of another table.
 *
 * @param {SplitRecord[]} records
 * @param {number} first
 * @param {string} text
 * @param {Reading} reading
 * @param {boolean} isNamed Whether the record has a name that the rule uses. Otherwise a label has to end with a colon.
 */
export function standsBelowPairs(records, first, text, reading, isNamed) {
  if (!hasEmptyLine(text, records[first - 1], records[first])) return false;
  const { width } = records[first];
  const rows = records.slice(0, first).map(line => fieldValues(text, line, reading));
  if (!rows.every(row => isPair(row.filter(Boolean).length, width))) return false;
  const pairs = rows.filter(row => row.length > 1);
  const areLabelled = pairs.every(row => LABEL.test(row[0]));
  if (!areLabelled && (looksUnlike(pairs) || !areMixed(pairs.map(row => row[1])))) return false;
  return isNamed || pairs.some(row => LABEL.test(row[0]));
}

/**
 * Whether values have several shapes, some with digits.
 *
 * @param {string[]} values
 */
function areMixed(values) {
  const shapes = new Set(values.map(looseShapeOf));
  return shapes.size > 1 && [...shapes].some(shape => shape.includes('0'));
}

/**
 * @param {number} filled How many values a line above a table has.
 * @param {number} width
 * @returns {boolean} Whether they are a label and its value, perhaps with a unit, above a table that is much wider.
 */
export function isPair(filled, width) {
  return width >= 4 && filled <= Math.max(2, Math.ceil(width / 3));
}

const LABEL = /:\s*$/;
