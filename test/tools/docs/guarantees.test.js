import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { firstTable, page, ROOT } from './pages.js';

const rows = firstTable(page('guarantees')).map(([promise, tests]) => ({ promise, tests }));

test('every promise in docs/guarantees.md names tests, and each of these is there once, under exactly that title', async () => {
  assert.ok(rows.length >= 10, 'the table is found');
  for (const { promise, tests } of rows) {
    const links = tests.split(' <br> ').map(link => /^\[(.+)\]\(\.\.\/(test\/\S+\.test\.js)\)$/.exec(link));
    for (const link of links) {
      assert.ok(link, `"${promise}" has something else than tests: ${tests}`);
      const [, title, file] = link;
      const text = await readFile(new URL(file, ROOT), 'utf8');
      const titles = titlesIn(text);
      const has = `${file} has one "${title}"; it has:\n${titles.join('\n')}`;
      assert.equal(titles.filter(found => found === title).length, 1, has);
    }
  }
});

test('no promise is made twice, and no test is named twice', () => {
  const promises = rows.map(({ promise }) => promise);
  const tests = rows.flatMap(({ tests }) => tests.split(' <br> '));
  for (const list of [promises, tests]) assert.deepEqual(list, [...new Set(list)]);
});

/**
 * @param {string} text
 * @returns {string[]} Those of the tests and suites that are written out, and not skipped.
 */
function titlesIn(text) {
  const pattern =
    /^[ \t]*(?:test|it|describe|suite)\(\s*(['"])((?:(?!\1)[^\\\n])+)\1(?!,\s*\{[^}]*\b(?:skip|todo)\b)/gm;
  return Array.from(text.matchAll(pattern), ([, , title]) => title);
}
