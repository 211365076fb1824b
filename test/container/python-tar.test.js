import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import fc from '../support/fast-check.js';
import { extract } from './fixture.js';

const part = fc.oneof(
  fc.stringMatching(/^[a-z0-9 éß漢.-]{1,12}$/u).filter(name => /^[^. ].*[^. ]$/u.test(name)),
  fc.stringMatching(/^[a-zé]{60,120}$/),
);
const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter(value => !value.includes('\0'));
const member = fc.record({
  name: fc.array(part, { minLength: 1, maxLength: 4 }),
  type: fc.constantFrom('0', '0', '0', '5', '1', '2', '6'),
  content: fc
    .oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(511, 512, 513, 1024, 20_000).map(length => new Uint8Array(length).fill(120)),
    )
    .map(bytes => Buffer.from(bytes).toString('base64')),
  target: fc.stringMatching(/^[a-z/]{0,150}$/),
  mtime: fc.oneof(fc.nat(), fc.double({ min: 0, max: 2e9, noNaN: true })),
  owner: text,
  attributes: fc.dictionary(
    fc.constantFrom('comment', 'SCHILY.xattr.user.a', 'GNU.dumpdir', 'LIBARCHIVE.creationtime'),
    text,
  ),
});
const archive = fc.record({
  format: fc.constantFrom('ustar', 'gnu', 'pax'),
  global: fc.dictionary(fc.constantFrom('comment', 'GNU.volume.label', 'mtime'), fc.stringMatching(/^[0-9]{1,9}$/)),
  members: fc
    .uniqueArray(member, { minLength: 1, maxLength: 8, selector: ({ name }) => name[0].toLowerCase() })
    .map(members => members.map(({ name, ...rest }) => ({ ...rest, name: name.join('/') }))),
});

test('what Python packs comes out as Python reads it, from a tar and from a tar.gz', async t => {
  const cases = fc.sample(archive, { numRuns: 80, seed: 17 });
  const script = fileURLToPath(new URL('python-tar.py', import.meta.url));
  const { error, stdout, stderr } = spawnSync('python3', [script], {
    input: JSON.stringify(cases),
    maxBuffer: 2 ** 27,
    encoding: 'utf8',
  });
  if (error) return t.skip('python3 is not installed');
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.length, cases.length, stderr);
  let special = 0;
  for (const line of lines) {
    const { tar: packed, files: read, others } = JSON.parse(line);
    const tar = Buffer.from(packed, 'base64');
    const expected = Object.fromEntries(
      Object.entries(read).map(([name, content]) => [name, Buffer.from(content, 'base64').toString('latin1')]),
    );
    for (const bytes of [tar, gzipSync(tar)]) {
      const { files, errors } = await extract(bytes, { from: { chunkBytes: 700 } });
      assert.deepEqual(files, expected);
      assert.deepEqual(
        errors,
        Object.fromEntries(others.map((/** @type {string} */ name) => [name, 'archive/special-file'])),
      );
    }
    special += others.length;
  }
  assert.ok(special > 20);
});
