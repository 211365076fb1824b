import { isNative, RFC_4180 } from '../../../src/csv/dialect.js';
import fc from '../../support/fast-check.js';

/** @import { Dialect } from '../../../src/csv/dialect.js' */

/** Dialects whose records have to be translated. */
export const dialects = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', ' ', '||', ', ', ';;', 'é', "'", '"'),
    quote: /** @type {fc.Arbitrary<Dialect['quote']>} */ (fc.constantFrom('"', "'", 'none')),
    escape: /** @type {fc.Arbitrary<Dialect['escape']>} */ (fc.constantFrom('double', 'backslash', 'loose')),
    spaces: fc.boolean(),
    lineEnds: /** @type {fc.Arbitrary<Dialect['lineEnds']>} */ (fc.constantFrom([], ['cr'], ['lf', 'cr'], ['crlf'])),
    comments: fc.constantFrom(null, null, '#', '//'),
  })
  // Loose quotes are only found without space around fields.
  .map(dialect => (dialect.escape === 'loose' ? { ...dialect, spaces: false } : dialect))
  .filter(dialect => dialect.delimiter !== dialect.quote && !isNative({ ...RFC_4180, ...dialect }));

/**
 * Texts that abound in what the dialect treats specially, sound or broken.
 *
 * @param {Partial<Dialect>} dialect
 * @returns {fc.Arbitrary<string>} Latin-1: a character is a byte.
 */
export function texts({ delimiter, quote, comments, ...dialect }) {
  const q = quote === 'none' ? '"' : /** @type {string} */ (quote);
  const d = Buffer.from(/** @type {string} */ (delimiter)).toString('latin1');
  const pieces = [
    'a',
    'b',
    q,
    q,
    q + q,
    `${d}${q}`,
    `${q}${d}`,
    d,
    d,
    d[0],
    ' ',
    '\t',
    '\n',
    '\n',
    '\r\n',
    '\r',
    '"',
    "'",
    '\\',
    `\\${q}`,
    `\\${d}`,
    `${q}\\${d}${q}`,
    '\n\xef\xbb\xbf',
    '\xef\xbb\xbf',
  ];
  const field = fc.array(
    fc.constantFrom('x', ' ', d, '\n', '\r', dialect.escape !== 'backslash' ? q + q : `\\${q}`, '\\\\', `\\${d}`),
    {
      maxLength: 5,
    },
  );
  return fc
    .array(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...pieces, comments ?? '') },
        { weight: 2, arbitrary: field.map(parts => `${q}${parts.join('')}${q}${d}`) },
      ),
      {
        maxLength: 60,
        size: 'max',
      },
    )
    .map(parts => parts.join(''));
}
