import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inheritedVersions, supersededBy, withSuperseded } from '../../src/ledger/superseded.js';
import { manifestOf } from './fixture.js';

/** @type {[title: string, previous: any, job: any, left: string[]][]} */
const LEFT = [
  ['none, if there is no manifest', null, {}, []],
  ['the earlier version, if it is partial', { status: 'partial' }, {}, ['v1']],
  ['the earlier version, if it failed', { status: 'failed' }, {}, ['v1']],
  ['the earlier version, if it is unfinished', { status: 'unfinished' }, {}, ['v1']],
  ['not the earlier version, if it is complete', { status: 'complete' }, {}, []],
  ['those that the earlier version named, and it itself', { status: 'partial', superseded: ['v0'] }, {}, ['v0', 'v1']],
  [
    'those that a complete version named and has not cleared away',
    { status: 'complete', superseded: ['v0'] },
    {},
    ['v0'],
  ],
  [
    'those that this version named itself',
    { status: 'unfinished', superseded: ['v0'] },
    { versionId: 'v1', etag: '1' },
    ['v0'],
  ],
  ['never this version', { status: 'partial', superseded: ['v2', 'v0'] }, {}, ['v0', 'v1']],
  ['none in a bucket without versions', { status: 'partial', versionId: null }, { versionId: null }, []],
  ['none of a later version', { status: 'partial', sequencer: '03', superseded: ['v0'] }, {}, []],
  [
    'none, if no sequencer says that they are older',
    { status: 'partial', superseded: ['v0'] },
    { sequencer: null },
    [],
  ],
  ['none of another archive', { status: 'partial', superseded: ['v0'] }, { uri: 's3://in/y.zip' }, []],
];
for (const [title, previous, job, left] of LEFT) {
  test(`the superseded versions that a job inherits are ${title}`, () => {
    const { status, ...archive } = previous ?? {};
    const there = previous && {
      ...manifestOf('complete', 'before'),
      status,
      archive: { uri: 's3://in/x.zip', etag: '1', versionId: 'v1', sequencer: '01', ...archive },
    };
    const { sequencer = '02', ...source } = job;
    assert.deepEqual(
      inheritedVersions(there, { source: { uri: 's3://in/x.zip', etag: '2', versionId: 'v2', ...source }, sequencer }),
      left,
    );
  });
}

test('a manifest names at most a hundred superseded versions, the newest ones', () => {
  const versions = Array.from({ length: 150 }, (_, index) => `v${index}`);
  const named = supersededBy(withSuperseded(manifestOf('partial', 'ours'), versions));
  assert.deepEqual(named, versions.slice(50));
  assert.ok(!('superseded' in withSuperseded(manifestOf('partial', 'ours'), []).archive));
});

test('of more versions than a job writes, only the newest are looked for', () => {
  const forged = Array.from({ length: 1000 }, (_, index) => `v${index}`);
  const found = supersededBy(/** @type {any} */ ({ archive: { superseded: forged } }));
  assert.deepEqual(found, forged.slice(-100));
});
