import { hasEmptyLine, holdsOtherTable } from '../doubts/two-tables.js';
import { isData, looseShapeOf } from '../header/cell-shape.js';
import { isComment } from '../header/comments-above.js';
import { isHeader, isUnlike } from '../header/looks-like-names.js';
import { losesName, namesField } from '../header/used-names.js';
import { fieldValues } from '../text/field-values.js';
import { fitsColumns, fitsOther } from './fits-records.js';
import { isPair } from './pairs-above.js';
import { USUAL } from './usual.js';

/** @import { TableOptions } from './table.js' */
/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * Whether the records before the table can be a preamble, rather than a header with a mistake or another table. In doubt they
 * are not: names must not be taken from a record.
 *
 * @param {SplitRecord[]} records
 * @param {{ first: number, width: number, good: number }} table
 * @param {string} text
 * @param {Reading} reading
 * @param {TableOptions} options
 */
export function canBePreamble(records, { first, width, good }, text, reading, { named, sure, used }) {
  const before = records.slice(0, first);
  if (holdsTable(before, good)) return false;
  const isApart = before.length > 0 && hasEmptyLine(text, before[before.length - 1], records[first]);
  if (isApart && holdsOtherTable(before, text, reading)) return false;
  // Records whose quotes are read wrongly are of all widths.
  if (before.filter(isBroken).length > 1 || areAlike(before, text)) return false;
  if (named && namesField(records[first], text, reading, used) && !holdsRecords(before)) {
    return !losesName(records, first, text, reading, used);
  }
  const lines = before.filter(line => !isComment(text, line));
  const isTitle = isApart && named;
  if (!isTitle && lines.some(line => fitsOther(line, records.slice(first), text, reading))) return false;
  if (!named) {
    const isRecord = (/** @type {SplitRecord} */ line) =>
      isBroken(line) ||
      isNearly(line, width) ||
      holdsData(fieldValues(text, line, reading)) ||
      fitsColumns(line, records.slice(first), text, reading);
    return !holdsRecords(before) && !lines.some(isRecord);
  }
  if (sure && !isSurelyPreamble(records, first, text, reading)) return false;
  if (losesName(records, first, text, reading, used)) return false;
  if (lines.some(line => isForeignHeader(text.slice(line.start, line.end), width, reading.delimiter))) return false;
  const multiple = before.filter(line => line.width > 1 && !text.startsWith('# ', line.start));
  if (multiple.length === 0) return true;
  const values = multiple.map(line => fieldValues(text, line, reading));
  const filled = values.map(cells => cells.filter(Boolean).length);
  // Without an empty line, three values may be a header that lacks the other names.
  if (filled.every(count => isPair(count, width) && (isApart || count <= 2))) return true;
  const alike = multiple.some(
    (line, index) =>
      Math.abs(line.width - width) <= 1 &&
      filled[index] >= width - 1 &&
      !isSentence(text.slice(line.start, line.end), reading.delimiter),
  );
  return !(alike && width > 2) && isHeader(records, first, text, reading);
}

/**
 * Whether lines above or below a table are another table.
 *
 * @param {SplitRecord[]} lines
 * @param {number} good How many records the table has.
 */
export function holdsTable(lines, good) {
  const counts = new Map();
  for (const { width, emptyLast } of lines) {
    const filled = width - Number(emptyLast);
    // The last field of some records may be empty.
    for (const one of new Set(filled > 2 ? [width, filled] : [filled])) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return [...counts].some(([width, count]) => width > 2 && count > 2 && count * 4 >= good);
}

/**
 * Whether lines above a table without a header are records of another width, rather than a few titles and notes.
 *
 * @param {SplitRecord[]} lines
 */
function holdsRecords(lines) {
  const counts = new Map();
  for (const { width } of lines) counts.set(width, (counts.get(width) ?? 0) + 1);
  return lines.length > MAX_LINES || [...counts].some(([width, count]) => width > 1 && count > 2);
}

/** @param {SplitRecord} line */
function isBroken({ sound, width }) {
  return !sound && width > 1;
}

/**
 * Whether lines look like each other, and hold digits: records do, notes do not.
 *
 * @param {SplitRecord[]} before
 * @param {string} text
 */
function areAlike(before, text) {
  const lines = before.filter(line => !isComment(text, line));
  const [first] = lines;
  if (lines.length < (first?.width > 1 ? 2 : 3)) return false;
  const shapes = new Set(lines.map(({ start, end }) => looseShapeOf(text.slice(start, end))));
  return shapes.size === 1 && [...shapes][0].includes('0');
}

/**
 * Whether three values of a line, or two and half of them, are data.
 *
 * @param {string[]} cells
 */
function holdsData(cells) {
  const data = cells.filter(isData).length;
  return data > 2 || (data > 1 && data * 2 >= cells.length);
}

/**
 * Whether a line is a record that lacks one field or has one too many.
 *
 * @param {SplitRecord} line
 * @param {number} width
 */
function isNearly(line, width) {
  return width > 2 && line.width > 2 && Math.abs(line.width - width) === 1;
}

/**
 * Whether there is evidence that the lines above a row are a preamble and the row names fields. If the row were a record, its
 * values would be taken for names, and a field that the rule drops would get through.
 *
 * @param {SplitRecord[]} records
 * @param {number} first
 * @param {string} text
 * @param {Reading} reading
 */
function isSurelyPreamble(records, first, text, reading) {
  const names = fieldValues(text, records[first], reading);
  // Quotes may be read as plain characters.
  if (names.some(name => isData(name.replace(/^["']|["']$/g, '')) || ADDRESS.test(name) || NO_VALUE.test(name.trim())))
    return false;
  const before = records.slice(0, first);
  if (before.every(({ start }) => text[start] === '#')) return true;
  const below = records[first + 1];
  const isApart = hasEmptyLine(text, before[first - 1], records[first]);
  if (isApart && !(below && hasEmptyLine(text, records[first], below))) return true;
  if (isEmptyRow(fieldValues(text, before[first - 1], reading))) return true;
  if (before.some(line => fieldValues(text, line, reading).every(cell => PLAIN_NAME.test(cell)))) return false;
  if (isHeader(records, first, text, reading) || isUnlike(records, first, text, reading)) return true;
  // A line with as many words may name the fields, with spaces between.
  const isProse =
    names.length > 2 &&
    before.every(line =>
      fieldValues(text, line, reading).some(
        cell => PROSE.test(cell) && cell.trim().split(/\s+/).length !== names.length,
      ),
    );
  return isProse && names.every(name => name.trim() !== '' && !name.startsWith(' '));
}

/** @param {string[]} cells */
function isEmptyRow(cells) {
  return cells.length > 1 && cells.every(cell => cell.trim() === '');
}

/**
 * @param {string} line
 * @param {string} delimiter
 */
function isSentence(line, delimiter) {
  const [, ...rest] = line.split(delimiter);
  return /[.!?:]\s*$/.test(line) && rest.every(part => /^ \S/.test(part));
}

/**
 * Whether a line would have the table's number of fields with another delimiter: it is the header then.
 *
 * @param {string} line
 * @param {number} width
 * @param {string} delimiter
 */
function isForeignHeader(line, width, delimiter) {
  if (width === 2 && line.includes(' ')) return false;
  return USUAL.some(other => other !== delimiter && line.split(other).length === width);
}

const MAX_LINES = 20;
/** What stands in an address of any kind. */
const ADDRESS = /@|:\/\//;
/** What stands in a record instead of a value. */
const NO_VALUE = /^(?:n[/.]?a\.?|nan|null|none|nil|unknown|[-.?*]+)$/i;
/** A name as programs write it: titles have capitals or several words. */
const PLAIN_NAME = /^[a-z_][\w.-]*$/;
/** Four words or more. */
const PROSE = /\S(?:\s+\S+){3}/;
