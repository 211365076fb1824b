import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inheritedVersions, supersededBy, withSuperseded } from '../../src/ledger/superseded.js';
import { manifestOf } from './fixture.js';

/** @type {[title: string, previous: any, job: any, left: string[]][]} */
const LEFT = [
  ['nothing, after nothing', null, {}, []],
  ['an earlier version that is partial', { status: 'partial' }, {}, ['v1']],
  ['an earlier version that failed', { status: 'failed' }, {}, ['v1']],
  ['an earlier version that is unfinished', { status: 'unfinished' }, {}, ['v1']],
  ['not one that is complete', { status: 'complete' }, {}, []],
  ['what an earlier version named', { status: 'partial', superseded: ['v0'] }, {}, ['v0', 'v1']],
  ['what a complete one named, and had no time for', { status: 'complete', superseded: ['v0'] }, {}, ['v0']],
  [
    'what this version named itself',
    { status: 'unfinished', superseded: ['v0'] },
    { versionId: 'v1', etag: '1' },
    ['v0'],
  ],
  ['never this version', { status: 'partial', superseded: ['v2', 'v0'] }, {}, ['v0', 'v1']],
  ['nothing in a bucket without versions', { status: 'partial', versionId: null }, { versionId: null }, []],
  ['nothing of a later version', { status: 'partial', sequencer: '03', superseded: ['v0'] }, {}, []],
  [
    'nothing where no sequencer says that it is older',
    { status: 'partial', superseded: ['v0'] },
    { sequencer: null },
    [],
  ],
  ['nothing of another archive', { status: 'partial', superseded: ['v0'] }, { uri: 's3://in/y.zip' }, []],
];
for (const [title, previous, job, left] of LEFT) {
  test(`what is left behind is ${title}`, () => {
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

test('a manifest names a hundred superseded versions at most, and the newest of them', () => {
  const versions = Array.from({ length: 150 }, (_, index) => `v${index}`);
  const named = supersededBy(withSuperseded(manifestOf('partial', 'ours'), versions));
  assert.deepEqual(named, versions.slice(50));
  assert.ok(!('superseded' in withSuperseded(manifestOf('partial', 'ours'), []).archive));
});
