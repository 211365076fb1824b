import { printable } from '../../src/printable.js';

/** @import { ComparedRecord } from './compare-record.js' */

/**
 * Formats a record before and after, field by field: dropped and changed fields, and a few others.
 *
 * @param {ComparedRecord} compared
 * @param {number} columns The available width.
 * @returns {string[]} Lines.
 */
export function formatComparison({ fields }, columns) {
  const isSame = (/** @type {ComparedRecord['fields'][number]} */ { before, after }) => before === after;
  const filled = fields.filter(field => isSame(field) && field.before !== '');
  const example = new Set(filled.slice(0, MAX_SAME));
  const touched = new Set(fields.filter(field => !isSame(field)).slice(0, MAX_TOUCHED));
  const shown = fields.filter(field => example.has(field) || touched.has(field));
  const nameWidth = Math.min(MAX_NAME, Math.max(...shown.map(({ name }) => name.length)));
  const width = Math.max(12, Math.min(MAX_VALUE, Math.floor((columns - nameWidth - 4) / 2)));
  const lines = shown.map(({ name, before, after }) =>
    [
      fit(name, nameWidth).padEnd(nameWidth),
      fit(before, width).padEnd(width),
      after === null ? '(dropped)' : fit(after, width),
    ].join('  '),
  );
  const rest = fields.length - shown.length;
  return rest > 0 ? [...lines, `… and ${rest} more fields`] : lines;
}

/**
 * @param {string} text
 * @param {number} width
 */
function fit(text, width) {
  const safe = printable(text);
  return safe.length > width ? `${safe.slice(0, width - 1)}…` : safe;
}

const MAX_SAME = 3;
const MAX_TOUCHED = 6;
const MAX_NAME = 20;
const MAX_VALUE = 42;
