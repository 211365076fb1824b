import { createHmac } from 'node:crypto';
import { editEntry, KEYED } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */
/** @import { KnownTable } from './draw-table.js' */

/**
 * Edits a table and compares what comes out with what is known.
 *
 * @param {KnownTable} table
 * @param {CsvRule} rule
 * @returns {Promise<{ verdict: 'right' | 'set aside' | 'refused' | 'wrong', why: string }>} `set aside`: records that are sound count as bad.
 */
export async function judgeTable(table, rule) {
  const { output, counts, error } = await editEntry(table.bytes ?? Buffer.from(table.text), rule);
  if (error !== null) {
    if (error.code === undefined) throw error;
    return { verdict: 'refused', why: error.code };
  }
  // A byte order mark stays.
  const rows = readRows(output.toString().replace(/^\ufeff/, ''));
  const expected = table.records.map(({ cells, isSound, isLong, isNote }) => {
    const isPadded = !isSound && !isLong && !isNote && rule.ragged !== 'bad';
    return protect(isPadded ? [...cells.slice(0, -1), ''] : cells, table.personal, rule);
  });
  const text = rows.flat().join('\n');
  const own = table.records.filter(({ isNote }) => !isNote);
  const values = own.map(({ cells }) => cells[table.personal]).filter(value => value.length > 5);
  if (values.some(value => text.includes(value))) return { verdict: 'wrong', why: 'published' };
  if (table.mustFail && rows.length > 1) return { verdict: 'wrong', why: 'guessed names' };
  if (table.names && rule.header) {
    const names = rows.shift() ?? [];
    const wanted = table.names.filter((_, column) => column !== table.personal || !leavesOut(rule));
    if (table.records.length > 0 && !isSame(names, wanted)) return { verdict: 'wrong', why: 'another header' };
  }
  let at = 0;
  let notes = 0;
  for (const row of rows) {
    while (at < expected.length && !isSame(row, expected[at])) at += 1;
    if (at === expected.length) return { verdict: 'wrong', why: 'another record' };
    if (table.records[at].isNote) notes += 1;
    at += 1;
  }
  const lost = own.length - (rows.length - notes);
  if (lost > counts.records.bad) return { verdict: 'wrong', why: 'records lost' };
  const damaged = own.filter(({ isSound }) => !isSound).length;
  if (lost > damaged) return { verdict: 'set aside', why: 'sound records' };
  return { verdict: 'right', why: '' };
}

/** @param {CsvRule} rule */
function leavesOut({ drop, keep }) {
  return drop.length > 0 || keep !== null;
}

/**
 * @param {readonly string[]} cells
 * @param {number} personal
 * @param {CsvRule} rule
 */
function protect(cells, personal, rule) {
  if (leavesOut(rule)) return cells.filter((_, column) => column !== personal);
  const value = cells[personal];
  const masked = '*'.repeat([...value].length);
  const hashed = value && createHmac('sha256', KEYED.hashKey).update(value).digest('hex');
  return cells.map((cell, column) => (column === personal ? (rule.hash.length > 0 ? hashed : masked) : cell));
}

/**
 * @param {readonly string[]} row
 * @param {readonly string[]} expected Where all lines end with a delimiter, an empty field may follow. Between spaced delimiters, an
 *   empty field may as well be a space.
 */
function isSame(row, expected) {
  if (expected.length === 0) return row.length <= 1 && (row[0] ?? '') === '';
  const isLonger = row.length === expected.length + 1 && row.at(-1) === '';
  return (
    (row.length === expected.length || isLonger) &&
    expected.every((cell, index) => cell === row[index] || (cell === '' && row[index] === ' '))
  );
}

/**
 * @param {string} text RFC 4180 with commas.
 */
function readRows(text) {
  const rows = [];
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|\n|$)/y;
  /** @type {string[]} */
  let row = [];
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) return [...rows, ['no RFC 4180']];
    const [, field, end] = found;
    row.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === ',' && cell.lastIndex === text.length) row.push('');
    if (end !== ',' || cell.lastIndex === text.length) {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
