import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { incomplete, judgeLoad, loadedOutcome, loadedVersion, supersededLoad } from '../../src/ledger/table-loads.js';

const SOURCE = { uri: 's3://in/x.zip', etag: 'e', versionId: 'v' };
const URI = 'postgres://host/db/public.people';

/** @param {{ earlier?: string | null, latest?: string | null }} there @param {object} [job] */
const judge = ({ earlier = null, latest = null }, job = {}) =>
  judgeLoad(
    {
      uri: URI,
      earlier: earlier === null ? null : { id: '1', recipe: earlier, entries: [] },
      latestSequencer: latest,
    },
    /** @type {any} */ ({ source: SOURCE, recipe: { sha256: 'mine' }, sequencer: '0B', ...job }),
  );

test('what the table has decides what a job does', () => {
  assert.equal(judge({}), 'load');
  assert.equal(judge({ earlier: 'mine' }), 'loaded');
  assert.throws(() => judge({ earlier: 'other' }), { code: 'database/already-loaded', retryable: false });
  assert.equal(judge({ latest: '0C' }), 'superseded');
  assert.equal(judge({ latest: '0A', earlier: 'mine' }), 'loaded');
  assert.equal(judge({ latest: '0C' }, { sequencer: null }), 'load', 'without a sequencer nothing is later');
});

test('a job that is forced loads what is loaded, but not over a later version', () => {
  assert.equal(judge({ earlier: 'mine' }, { force: true }), 'load');
  assert.equal(judge({ earlier: 'other' }, { force: true }), 'load');
  assert.equal(judge({ latest: '0C' }, { force: true }), 'superseded');
});

test('a version is the version’s id, or the ETag; a path is absolute', () => {
  assert.deepEqual(loadedVersion(SOURCE), { archive: 's3://in/x.zip', version: 'v' });
  assert.deepEqual(loadedVersion({ uri: 'x.zip', etag: 'e', versionId: null }), {
    archive: pathToFileURL('x.zip').href,
    version: 'e',
  });
});

test('an outcome that is taken from the database keeps its counts, and its rejected records if they are at this destination', () => {
  const addresses = /** @type {any} */ ({
    rejected: (/** @type {string} */ path) => `here/${path}`,
    reasons: (/** @type {string} */ path) => `here/${path}.jsonl`,
  });
  const stored = { path: 'a', records: { read: 3, written: 2, filtered: 0, bad: 1 }, repeatedKeys: 1 };
  const earlier = /** @type {any} */ ({
    entries: [
      { ...stored, rejected: 'here/a', reasons: 'here/a.jsonl' },
      { ...stored, path: 'b', rejected: 'there/b', reasons: null },
    ],
  });
  const [a, b] = ['a', 'b'].map(path => loadedOutcome({ uri: URI, earlier }, /** @type {any} */ ({ path }), addresses));
  assert.deepEqual(
    [a.status, a.output, a.rejected, a.reasons, a.records.bad, a.repeatedKeys],
    ['written', URI, 'here/a', 'here/a.jsonl', 1, 1],
  );
  assert.deepEqual([b.rejected, b.reasons], [null, null]);
  assert.throws(() => loadedOutcome({ uri: URI, earlier }, /** @type {any} */ ({ path: 'c' }), addresses), {
    code: 'database/already-loaded',
  });
});

test('errors of a whole table name it, and escape its name', () => {
  assert.match(incomplete('a\u001bb').message, /^another entry for the table a\\u\{1b\}b failed/);
  assert.deepEqual([incomplete('a').code, supersededLoad(URI).code], ['database/incomplete', 'database/superseded']);
});
