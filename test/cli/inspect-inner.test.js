import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInnerArchives } from '../../src/cli/inspect-inner.js';

/** @import { InspectedEntry } from '../../src/inspect/inspection.js' */

/** @param {string} path @param {Partial<InspectedEntry>} [more] @returns {InspectedEntry} */
const entryOf = (path, more) => ({
  ...{ path, bytes: 9, isLeast: false, compressedBytes: 9, method: 'stored', ratio: 1 },
  ...{ action: 'copy', rule: null, error: null, kind: null },
  ...more,
});

test('archives in the archive are said to be copied, with the rule that opens them', () => {
  assert.deepEqual(formatInnerArchives({ entries: [entryOf('a.csv'), entryOf('b/c.TGZ'), entryOf('d.zip')] }, 100), [
    'b/c.TGZ and 1 more: copied as it is. To open archives in the archive, add a rule:',
    '  {"match":"**/*.{zip,tar,gz,tgz}","archive":true}',
  ]);
});

test('of archives that a job opens, the command is named that shows what is in them', () => {
  const opened = { action: /** @type {const} */ ('archive'), rule: 0 };
  assert.deepEqual(formatInnerArchives({ entries: [entryOf('a.bin', opened)] }, 100), [
    'a.bin: opened by a job, but not here; sluice run --dry-run shows what is inside.',
  ]);
});

test('nothing is said of archives that are skipped or refused', () => {
  const error = { code: 'archive/encrypted', message: '' };
  const entries = [entryOf('a.zip', { action: 'skip' }), entryOf('b.zip', { error })];
  assert.deepEqual(formatInnerArchives({ entries }, 100), []);
});
