import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { page, ROOT } from './pages.js';

test('every error code has a heading in docs/errors.md, and every such heading is a code', async () => {
  const headings = Array.from(page('errors').matchAll(/^### (.+)$/gm), ([, code]) => code);
  assert.deepEqual(headings.toSorted(), [...(await codesInSource())].sort());
});

test('each code stands under the heading of its family, in alphabetical order', () => {
  for (const [, family] of page('errors').matchAll(/^## [^\n]+\n(.*?)(?=^## |^Back to)/gms)) {
    const codes = Array.from(family.matchAll(/^### (.+)$/gm), ([, code]) => code);
    assert.deepEqual(codes, codes.toSorted());
    // The service's codes are not ours, and stand in a table.
    assert.ok(new Set(codes.map(code => code.split('/')[0])).size <= 1);
  }
});

async function codesInSource() {
  const texts = (await Promise.all(['src/', 'scripts/', 'experiments/', 'local-s3/'].map(readPrograms))).flat();
  const pattern = /'((?:archive|csv|database|experiment|job|limit|recipe|storage|usage)\/[a-z0-9-]+)'/g;
  return new Set(texts.flatMap(text => [...text.matchAll(pattern)].map(([, code]) => code)));
}

/** @param {string} path */
async function readPrograms(path) {
  const folder = new URL(path, ROOT);
  const names = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.js'));
  return Promise.all(names.map(name => readFile(new URL(name, folder), 'utf8')));
}
