import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { chapter, firstTable, page, ROOT } from './pages.js';

const rows = firstTable(page('guarantees')).map(([promise, tests]) => ({ promise, tests }));
const reaches = firstTable(chapter(page('guarantees'), 'What an attacker can reach')).map(([who, what, tests]) => ({
  promise: `${who}: ${what}`,
  tests,
}));

test('every promise in docs/guarantees.md names tests, and each of these is there once, under exactly that title', async () => {
  assert.ok(rows.length >= 10 && reaches.length >= 5, 'the tables are found');
  for (const { promise, tests } of [...rows, ...reaches]) {
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
  for (const table of [rows, reaches]) {
    const promises = table.map(({ promise }) => promise);
    const tests = table.flatMap(each => each.tests.split(' <br> '));
    for (const list of [promises, tests]) assert.deepEqual(list, [...new Set(list)]);
  }
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
