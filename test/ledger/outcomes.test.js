import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RFC_4180 } from '../../src/csv/dialect.js';
import { STATUSES } from '../../src/entry-outcome.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import fc from '../support/fast-check.js';
import { ADDRESSES, anOutcome } from '../support/outcome-arbitrary.js';

/** @import { EntryOutcome } from '../../src/entry-outcome.js' */

test('an outcome is read back as it was last pushed or set', { timeout: 60_000 }, () => {
  const outcomes = fc.uniqueArray(anOutcome, { maxLength: 200, selector: ({ path }) => path });
  fc.assert(
    fc.property(outcomes, fc.array(fc.tuple(fc.nat(), anOutcome)), (pushed, changes) => {
      const columns = new Outcomes(ADDRESSES);
      for (const outcome of pushed) columns.push(outcome);
      const expected = [...pushed];
      for (const [number, { path: _, ...change }] of changes) {
        if (expected.length === 0) break;
        const index = number % expected.length;
        const { path } = expected[index];
        const output = change.output && ADDRESSES.output(path);
        const rejected = change.rejected && ADDRESSES.rejected(path);
        const reasons = change.reasons && ADDRESSES.reasons(path);
        expected[index] = { ...change, path, output, rejected, reasons };
        columns.set(index, expected[index]);
      }
      assert.deepEqual([...columns], expected);
      assert.equal(columns.length, expected.length);
      for (const [index, outcome] of expected.entries()) {
        assert.deepEqual(columns.find(outcome.path), outcome);
        assert.equal(columns.isPending(index), outcome.status === 'pending');
      }
      assert.equal(columns.find('nobody'), null);
    }),
  );
});

test('totals are those of the outcomes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anOutcome, { maxLength: 50, selector: ({ path }) => path }), outcomes => {
      const columns = new Outcomes(ADDRESSES);
      for (const outcome of outcomes) columns.push(outcome);
      /** @param {(outcome: EntryOutcome) => number} count */
      const sum = count => outcomes.reduce((total, outcome) => total + count(outcome), 0);
      /** @param {string} status */
      const having = status => sum(outcome => Number(outcome.status === status));
      assert.deepEqual(columns.sumUp(), {
        entries: outcomes.length,
        written: having('written'),
        skipped: having('skipped'),
        failed: having('failed'),
        pending: having('pending'),
        bytesIn: sum(({ bytesIn }) => bytesIn),
        bytesOut: sum(({ bytesOut }) => bytesOut),
        recordsRead: sum(({ records }) => records.read),
        recordsWritten: sum(({ records }) => records.written),
        recordsFiltered: sum(({ records }) => records.filtered),
        recordsBad: sum(({ records }) => records.bad),
        recordsSkipped: sum(({ records }) => records.skipped),
        phonesUnparsed: sum(({ phones }) => phones.unparsed),
        datesUnparsed: sum(({ dates }) => dates.unparsed),
        comparisonsUnparsed: sum(({ where }) => where.unparsed),
      });
      for (const status of STATUSES) assert.equal(columns.hasAny(status), having(status) > 0);
      assert.equal(
        columns.described,
        sum(({ badRecords }) => badRecords.length),
      );
    }),
  );
});

test('entries with the same dialect share one', () => {
  const columns = new Outcomes(ADDRESSES);
  const [outcome] = fc.sample(anOutcome, { numRuns: 1, seed: 1 });
  for (let index = 0; index < 10_000; index++) {
    const dialect = { ...RFC_4180, delimiter: index % 2 === 0 ? ',' : ';' };
    columns.push({ ...outcome, path: `${index}`, dialect, missing: ['notes'], error: null });
  }
  assert.equal(columns.readings.length, 3, 'two, and that of entries without any');
  assert.deepEqual(columns.get(9_999).dialect, { ...RFC_4180, delimiter: ';' });
  assert.deepEqual(columns.get(9_998).missing, ['notes']);
});

test('the first 1,000 errors keep their message, the others their code and counts', () => {
  const columns = new Outcomes(ADDRESSES);
  const [outcome] = fc.sample(anOutcome, { numRuns: 1, seed: 1 });
  const dialect = { ...RFC_4180, delimiter: ';' };
  /** @param {number} index @returns {EntryOutcome} */
  const failed = index => ({
    ...outcome,
    path: `${index}`,
    status: 'failed',
    dialect,
    missing: ['notes'],
    badRecords: [],
    error: { code: 'csv/missing-field', message: `no ${index}`, record: 1, byte: index },
  });
  for (let index = 0; index < 1_500; index++) columns.push(failed(index));
  for (const index of [3, 1_400]) columns.set(index, failed(index));
  assert.deepEqual(
    [columns.get(3), columns.get(999)],
    [failed(3), failed(999)].map(each => ({ ...each, ...placed(each) })),
  );
  const short = { dialect: null, missing: [], error: { code: 'csv/missing-field', message: '' } };
  for (const index of [1_000, 1_400])
    assert.deepEqual(columns.get(index), { ...failed(index), ...placed(failed(index)), ...short });
  assert.equal(columns.get(1_400).error, columns.get(1_000).error, 'they share what is kept');
  columns.set(3, { ...failed(3), error: null });
  columns.set(1_000, failed(1_000));
  assert.equal(columns.get(1_000).error?.message, 'no 1000');
});

/** @param {EntryOutcome} outcome */
function placed({ path, output, rejected, reasons }) {
  return {
    output: output && ADDRESSES.output(path),
    rejected: rejected && ADDRESSES.rejected(path),
    reasons: reasons && ADDRESSES.reasons(path),
  };
}
