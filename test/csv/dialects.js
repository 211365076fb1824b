import fc from '../support/fast-check.js';
import { ruleOf } from './edit-entry.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */

/** The keys of the default rule that say something about the dialect. */
export const AUTOMATIC = Object.freeze({
  delimiter: 'auto',
  quote: /** @type {const} */ ('auto'),
  escape: /** @type {const} */ ('auto'),
  encoding: 'auto',
  skipLines: /** @type {const} */ ('auto'),
  comments: 'auto',
});

/** @param {Partial<CsvRule>} [rule] */
export function automaticRule(rule = {}) {
  return ruleOf({ ...AUTOMATIC, ...rule });
}

/** Values in which what means something in one dialect or another is frequent. */
export const oddValues = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom('', 'a', 'Anna Lee', '12', '3,75', '2024-03-01', "it's", "'q'", '#1', '# x', 'sep=;'),
  },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          'a',
          'b',
          '1',
          ' ',
          ' ',
          "'",
          "'",
          '\\',
          '#',
          ';',
          '|',
          '\t',
          ':',
          '~',
          ',',
          '"',
          '\n',
          '\r\n',
          'é',
          '\\"',
        ),
        { maxLength: 6 },
      )
      .map(parts => parts.join('')),
  },
);

/**
 * Writes a table as RFC 4180, in UTF-8 and one character a byte.
 *
 * @param {string[][]} rows
 * @param {{ delimiter: string, newline: string, final: boolean, mark: boolean, quoteAll: boolean }} style
 */
export function asRfc4180(rows, { delimiter, newline, final, mark, quoteAll }) {
  const lines = rows.map(row =>
    row.map(value => quoted(value, delimiter, quoteAll || row.length === 1)).join(delimiter),
  );
  const text = (mark ? '\ufeff' : '') + lines.join(newline) + (final ? newline : '');
  return Buffer.from(text).toString('latin1');
}

/**
 * @param {string} value
 * @param {string} delimiter
 * @param {boolean} always
 */
function quoted(value, delimiter, always) {
  const must = always || /["\n\r]/.test(value) || value.includes(delimiter);
  return must ? `"${value.replaceAll('"', '""')}"` : value;
}
