import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { END_RECORDS } from './end-records.js';
import { expectOutcome } from './expect-outcome.js';
import { IN_S3 } from './in-s3.js';
import { NAMES } from './names.js';
import { NESTED } from './nested.js';
import { putThrough } from './put-through.js';
import { SIZES } from './sizes.js';
import { STRUCTURE } from './structure.js';

const IN_FOLDER = [...NAMES, ...SIZES, ...STRUCTURE, ...END_RECORDS, ...NESTED];

for (const fixture of IN_FOLDER) {
  test(`${fixture.code}: ${fixture.title}`, { timeout: 300_000 }, async t => {
    const { manifest, contents } = await putThrough(t, fixture);
    expectOutcome(fixture, manifest, contents);
  });
}

test('every error code that an archive can cause has a fixture, and every fixture’s code is in docs/errors.md', async () => {
  const errors = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const headings = Array.from(errors.matchAll(/^### ((?:archive|limit)\/.+)$/gm), ([, code]) => code);
  const codes = new Set([...IN_FOLDER, ...IN_S3].map(({ code }) => code));
  codes.delete('read');
  assert.deepEqual([...codes, ...OTHERS].sort(), headings.sort());
});

// For an archive that is replaced while it is read, for entries whose password is given, for records, for the ledger, and for zstd
// frames, of which it takes very many: `test/engine/inflate-zstd.test.js` has these.
const OTHERS = [
  ...['archive/changed', 'archive/hmac-mismatch', 'archive/wrong-password'],
  ...['limit/columns', 'limit/record', 'limit/manifest', 'limit/frames'],
];
