import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Opening } from '../../../src/csv/opening/opening.js';
import { automaticRule } from '../dialects.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** @type {[title: string, rule: Partial<CsvRule>][]} */
const RULES = [
  ['without a header', { header: false, drop: [1], delimiter: '|' }],
  ['with a header', { header: true, drop: ["You can't 0"], delimiter: '|' }],
];
for (const [title, rule] of RULES) {
  test(`the opening of a small entry ${title} makes no buffer for each of its fields`, t => {
    const record = (/** @type {number} */ row) =>
      Array.from({ length: 40 }, (_, column) => `You can't ${row + column}`);
    const text = Buffer.from([0, 1, 2].map(row => `${record(row).join('|')}\n`).join(''));
    const buffers = t.mock.method(Buffer, 'from');
    const { opened } = new Opening(automaticRule(rule), 1 << 24).read(text, true);
    assert.equal(opened?.width, 40);
    assert.ok(buffers.mock.callCount() <= 40 + 10, `${buffers.mock.callCount()} buffers`);
  });
}

test('values beyond ASCII are read as they are meant', () => {
  const text = Buffer.from('Größe|’t\nGröße|’s\n');
  const { opened } = new Opening(automaticRule({ header: 'auto', delimiter: '|', drop: ['Größe'] }), 1 << 24).read(
    text,
    true,
  );
  assert.deepEqual(opened?.names, ['Größe', '’t']);
});

/** @type {[title: string, delimiter: string, text: string, quote: '"' | "'"][]} */
const APOSTROPHES = [
  ['within words are none around fields', '|', "1|don't|2\n3|can't|4\n5|won't|6\n", '"'],
  ['behind a delimiter are', '|', "1|'a|b'|2\n3|'c|d'|4\n5|'e|f'|6\n", "'"],
  ['behind a delimiter that is a letter are', 'x', "1x'axb'x2\n3x'cxd'x4\n5x'exf'x6\n", "'"],
];
for (const [title, delimiter, text, quote] of APOSTROPHES) {
  test(`apostrophes ${title}`, () => {
    const rule = automaticRule({ header: false, delimiter, drop: [0] });
    const { opened } = new Opening(rule, 1 << 24).read(Buffer.from(text), true);
    assert.deepEqual([opened?.dialect.quote, opened?.width], [quote, 3]);
  });
}
