import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cureOf } from '../../../src/csv/plan/missing-cures.js';

/** @type {[title: string, field: string | number, names: string[] | null, expected: RegExp | null][]} */
const CASES = [
  ['a position past the end', 4, ['id', 'name'], /"delimiter"/],
  ['no header', 'id', null, /"header"/],
  ['names that are not UTF-8', 'id', ['id', 'stra\ufffde'], /"encoding"/],
  ['names half of which are empty', 'id', ['Report', ''], /^if the names stand further down, set "skipLines"$/],
  ['names that are data', 'id', ['17', 'a@x.org'], /"skipLines".*"header"/],
  ['one name', 'id', ['something'], /"delimiter"/],
  ['a name that holds the one that is looked for', 'area', ['code}area', 'city'], /"delimiter"/],
  ['nothing odd', 'area', ['code', 'city'], null],
];
for (const [title, field, names, expected] of CASES) {
  test(`what would find a field that an entry lacks: ${title}`, () => {
    const cure = cureOf(field, names);
    if (expected === null) assert.equal(cure, null);
    else assert.match(cure ?? '', expected);
  });
}
