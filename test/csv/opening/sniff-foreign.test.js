import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Opening } from '../../../src/csv/opening/opening.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { automaticRule } from '../dialects.js';

/** Every foreign dialect that is tried: each of these by itself and with others. */
const styles = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|', '~', '^', '§', '::', '||', ';;', '\t\t'),
  quoting: fc.constantFrom('"', "'", 'backslash'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  title: fc.constantFrom('', 'A title\n', 'A title\n\nand a note\n\n'),
});
const words = fc.constantFrom('anna', 'Bob Lee', '12', '3.75', '2024-03-01', '', 'x-y');
const tables = fc
  .integer({ min: 3, max: 6 })
  .chain(width => fc.array(fc.array(words, { minLength: width, maxLength: width }), { minLength: 4, maxLength: 20 }));

describe('a table in a foreign dialect', { timeout: 60_000 }, () => {
  it('is recognized', () => {
    const property = fc.property(tables, styles, (rows, { delimiter, quoting, newline, title }) => {
      const quote = quoting === "'" ? "'" : '"';
      const escaped = quoting === 'backslash' ? '\\"' : quote + quote;
      const names = rows[0].map((_, column) => `name ${column}`);
      const records = rows.map(([, ...row]) => [`${quote}a${delimiter}${escaped}b${escaped}${quote}`, ...row]);
      const lines = [names, ...records].map(row => row.join(delimiter));
      const text = title.replaceAll('\n', newline) + lines.join(newline) + newline;
      const { opened } = new Opening(automaticRule(), 1 << 20).read(Buffer.from(text), true);
      assert.deepEqual(opened?.names, names);
      assert.equal(opened.width, names.length);
      assert.equal(opened.dialect.delimiter, delimiter);
      assert.equal(opened.dialect.quote, quote);
      assert.equal(opened.dialect.escape, quoting === 'backslash' ? 'backslash' : 'double');
      assert.deepEqual(opened.dialect.lineEnds, [{ '\n': 'lf', '\r\n': 'crlf', '\r': 'cr' }[newline]]);
      assert.equal(opened.skipped.length, title.split('\n').filter(Boolean).length);
    });
    fc.assert(property, { numRuns: caseCount(300) });
  });
});
