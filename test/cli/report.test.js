import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError, formatErrors, formatReport, printOutcome } from '../../src/cli/report.js';
import { RecipeError, UsageError } from '../../src/errors.js';
import { manifestOf, outcomeOf } from './outcomes.js';

/** @param {object} [more] @returns {any} */
const manifest = more => ({
  status: 'complete',
  durationMs: 1500,
  peakRssBytes: 85_000_000,
  entries: [],
  totals: { written: 0, skipped: 0, failed: 0, bytesIn: 0, bytesOut: 0, recordsRead: 0, recordsWritten: 0 },
  error: null,
  ...more,
});
/** @param {number} index */
const failedEntry = index => ({ path: `e-${index}`, error: { code: 'archive/corrupt', message: 'it is damaged' } });

test('a report ends with the status, the time, the memory and the manifest’s address', () => {
  const report = formatReport(manifest(), { wasDone: false, dryRun: false, manifestUri: 'out/\u001bx/_manifest.json' });
  assert.match(report, /^entry .*\n─+\n─+\ntotal .*\n/);
  assert.ok(report.endsWith('\ncomplete in 1.5 s, peak memory 85.0 MB\nmanifest: out/\\u{1b}x/_manifest.json\n'));
});

test('a report says below the table where bad records are, as for an earlier run', () => {
  const records = { read: 2, written: 1, filtered: 0, bad: 1, skipped: 0 };
  const entry = outcomeOf('a.csv', { action: 'csv', records, rejected: 'out/_rejected/x/a.csv' });
  for (const wasDone of [false, true]) {
    const report = formatReport(manifestOf([entry]), { wasDone, dryRun: false, manifestUri: 'm' });
    assert.match(report, /\ntotal .*\na\.csv: rejected: out\/_rejected\/x\/a\.csv\ncomplete /);
  }
});

test('a report says below the table that names look like another charset, with the line for the recipe', () => {
  const options = { wasDone: false, dryRun: false, manifestUri: 'm' };
  const namesLike = { charset: 'shift_jis', example: '顧客\u001b.csv' };
  assert.match(
    formatReport(manifest({ namesLike }), options),
    /\ntotal .*\nnames of entries were read as code page 437, but look like shift_jis, as in "顧客\\u\{1b\}\.csv":\n.*"entryNames": "shift_jis"\ncomplete /,
  );
});

test('a report of a failed archive has no table, one of an earlier run no time', () => {
  const options = { wasDone: false, dryRun: false, manifestUri: 'm' };
  assert.equal(
    formatReport(manifest({ status: 'failed' }), options),
    'failed in 1.5 s, peak memory 85.0 MB\nmanifest: m\n',
  );
  assert.match(
    formatReport(manifest(), { ...options, wasDone: true }),
    /\ncomplete was done before \(--force does it again\)\nmanifest: m\n$/,
  );
});

test('the manifest of very many entries is printed piece by piece', t => {
  const entries = Array.from({ length: 2_000 }, (_, index) => outcomeOf(`${index}.csv`));
  const of = manifestOf(entries);
  /** @type {string[]} */
  const pieces = [];
  const { mock } = t.mock.method(process.stdout, 'write', (/** @type {string} */ piece) => pieces.push(piece) > 0);
  const outcome = /** @type {const} */ ({ result: 'processed', manifest: of });
  printOutcome(outcome, 'm', { json: true, quiet: false, dryRun: false });
  mock.restore();
  assert.deepEqual(JSON.parse(pieces.join('')), JSON.parse(JSON.stringify(of)));
  assert.ok(pieces.length > 5 && pieces.every(({ length }) => length < 70_000), `${pieces.length} pieces`);
});

test('a report of a dry run says that nothing was written, and where the manifest is or would be', () => {
  const options = { wasDone: false, dryRun: true, manifestUri: 'm' };
  const notice = 'dry run: nothing was written; without --dry-run, the result would be as above\n';
  assert.ok(formatReport(manifest(), options).endsWith(`85.0 MB\n${notice}the manifest would be: m\n`));
  assert.ok(formatReport(manifest(), { ...options, wasDone: true }).endsWith(`again)\n${notice}manifest: m\n`));
});

test('each failed entry has a line, up to twenty', () => {
  const entries = [{ path: 'ok', error: null }, ...Array.from({ length: 25 }, (_, index) => failedEntry(index))];
  const lines = formatErrors(manifest({ entries, totals: { failed: 25 } }));
  assert.equal(lines.length, 21);
  assert.equal(lines[0], 'sluice: e-0: archive/corrupt: it is damaged');
  assert.equal(lines[20], 'sluice: 5 more entries failed: see the manifest');
  const many = manifest({ entries, totals: { failed: 20_025 } });
  assert.equal(formatErrors(many)[20], 'sluice: 20,005 more entries failed: see the manifest');
  assert.deepEqual(formatErrors(manifest({ entries: [{ path: 'ok', error: null }] })), []);
});

test('an archive’s own error is the only line', () => {
  const error = { code: 'archive/not-a-zip', message: 'no\nzip' };
  assert.deepEqual(formatErrors(manifest({ error })), ['sluice: archive/not-a-zip: no\\u{a}zip']);
});

test('an error is one line with its code, a defect has its stack', () => {
  assert.equal(describeError(new UsageError('usage/bad-uri', 'a\nb')), 'sluice: usage/bad-uri: a\\u{a}b');
  assert.match(
    describeError(new TypeError('a bug')),
    /^sluice: internal: TypeError: a bug\n {4}at .*; this is a defect/s,
  );
  assert.match(describeError('text'), /^sluice: internal: text; this is a defect, please report it$/);
});

test('a recipe has a line for each problem, and one for those beyond the first fifty', () => {
  const problems = Array.from({ length: 50 }, (_, index) => ({ code: 'recipe/conflict', message: `problem ${index}` }));
  const error = new RecipeError('recipe/conflict', 'problem 0; and 61 more problems', { problems, problemCount: 62 });
  const lines = describeError(error).split('\n');
  assert.equal(lines.length, 51);
  assert.equal(lines[49], 'sluice: recipe/conflict: problem 49');
  assert.equal(lines[50], 'sluice: 12 more problems in the recipe');
});
