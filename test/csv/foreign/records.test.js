import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { nativeDelimiter, RFC_4180 } from '../../../src/csv/dialect.js';
import { Search } from '../../../src/csv/text/search.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { cuts } from '../arbitraries.js';
import { dialects, texts } from './draw-foreign.js';
import { editForeign } from './edit-foreign.js';
import { expectForeign } from './foreign-reference.js';

/** @import { Dialect } from '../../../src/csv/dialect.js' */

describe('records of a foreign dialect', () => {
  it('are translated as a plain reading of the dialect says, however they are cut and resumed', () => {
    const cases = dialects.chain(dialect =>
      fc.record({
        dialect: fc.constant(dialect),
        text: texts(dialect),
        cuts,
        pause: fc.nat(20),
        width: fc.integer({ min: 1, max: 3 }),
        maxRecordBytes: fc.oneof(fc.constant(1 << 24), fc.integer({ min: 5, max: 40 })),
      }),
    );
    fc.assert(
      fc.property(cases, ({ dialect, text, ...options }) => {
        const read = { ...RFC_4180, ...dialect };
        const expected = expectForeign(
          text,
          { ...read, delimiter: Buffer.from(read.delimiter).toString('latin1') },
          {
            ...options,
            delimiter: nativeDelimiter(read),
          },
        );
        const { output, rejected, counts, error } = editForeign(Buffer.from(text, 'latin1'), dialect, options);
        if (error !== null && error.code === undefined) throw error;
        assert.equal(error?.code ?? null, expected.limit === null ? null : 'limit/record', error?.stack);
        assert.deepEqual(counts.badRecords, expected.bad.slice(0, 100));
        assert.equal(counts.records.read, expected.read);
        assert.equal(counts.records.skipped, expected.skipped);
        if (error !== null) {
          assert.match(error.message, new RegExp(`at byte ${expected.limit} `));
          return;
        }
        assert.equal(output.toString('latin1'), expected.output);
        assert.equal(rejected.toString('latin1'), expected.rejected);
      }),
      { numRuns: caseCount(1000) },
    );
  });

  it('are rejected without a mark that stands behind the last of them', () => {
    const { rejected, counts } = editForeign(Buffer.from('a\n\ufeff'), { quote: "'" }, { width: 2 });
    assert.equal(rejected.toString(), 'a\n');
    assert.equal(counts.records.bad, 1);
  });

  it('hold the same values for csv-parse, before and after', () => {
    const value = fc.array(fc.constantFrom('a', 'é', '"', "'", ',', ';', '|', '\n', '\r\n'), {
      minLength: 1,
      maxLength: 6,
    });
    const cases = fc.record({
      rows: fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 8 }),
      delimiter: fc.constantFrom(';', '||', '\t'),
      lineEnd: /** @type {fc.Arbitrary<'\n' | '\r'>} */ (fc.constantFrom('\n', '\r')),
      cuts,
    });
    fc.assert(
      fc.property(cases, ({ rows, delimiter, lineEnd, ...options }) => {
        const values = rows.map(row => row.map(parts => parts.join('')));
        const write = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`;
        const entry = Buffer.from(values.map(row => row.map(write).join(delimiter) + lineEnd).join(''));
        assert.deepEqual(parse(entry, { delimiter, quote: "'", escape: "'", record_delimiter: lineEnd }), values);
        const lineEnds = /** @type {Dialect['lineEnds']} */ (lineEnd === '\r' ? ['cr'] : ['lf']);
        const { output } = editForeign(entry, { delimiter, quote: "'", lineEnds }, options);
        const read = { delimiter: nativeDelimiter({ delimiter }), record_delimiter: lineEnd === '\r' ? '\r\n' : '\n' };
        assert.deepEqual(parse(output, read), values);
      }),
      { numRuns: caseCount(300) },
    );
  });

  it('are read in linear time, however many quotes are broken', { timeout: 60_000 }, () => {
    const lines = 20_000;
    const texts = {
      merging: `'${"\nx','".repeat(lines)}y'z\n`,
      'open to the end': `'${"\nx','".repeat(lines)}${'\n'.repeat(lines)}`,
      doubled: `'${"''\n".repeat(lines)}`,
      'opened on every line': "x,'\n''\n".repeat(lines),
    };
    for (const [title, text] of Object.entries(texts)) {
      for (const maxRecordBytes of [100, 10_000, 1 << 24]) {
        let searched = 0;
        // Not `mock.method`, which keeps every call.
        Search.prototype.find = function findCounting(from) {
          const found = find.call(this, from);
          searched += found - from + 1;
          return found;
        };
        const { counts } = editForeign(Buffer.from(text), { quote: "'" }, { maxRecordBytes });
        Search.prototype.find = find;
        assert.ok(counts.records.read > lines / 2);
        assert.ok(searched < 20 * text.length, `${title}: ${searched} of ${text.length} bytes`);
      }
    }
  });
});

const { find } = Search.prototype;
