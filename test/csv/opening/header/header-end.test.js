import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../../dialects.js';
import { editEntry } from '../../edit-entry.js';

/** @import { CsvRule } from '../../../../src/recipe/recipe.js' */

/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>]} Case */

const quoted = "21.05.2013;84;'it''s'\n22.05.2013;85;'x; y'\n23.05.2013;86;fine\n";
const rows = '2013;84;fine\n2014;85;dear\n2015;86;far\n';

/**
 * @param {string} text
 * @param {Partial<CsvRule>} rule
 */
async function edit(text, rule) {
  const given = automaticRule({ output: { delimiter: ',' }, maxBad: 'auto', missing: 'ignore', ...rule });
  return editEntry(Buffer.from(text), given);
}

describe('a header that has a delimiter more or less than the records', () => {
  const refused = /** @type {Case[]} */ ([
    [
      'a title that holds the delimiter, above names and records whose last field is empty',
      `Report, all sites\nplan,url,empty\n${'free,https://a.b/1,\n'.repeat(9)}`,
      { keep: [0, 2] },
    ],
    [
      'the same under "auto"',
      `Report, all sites\nplan,url,empty\n${'free,https://a.b/1,\n'.repeat(9)}`,
      { header: 'auto', drop: [1] },
    ],
    ['a padded title that holds the delimiter', `Sales; all;;\nyear;pay;note\n${rows}`, { hash: [1] }],
    [
      'a padded title, and a field by a name that is further down',
      `Sales; all;;\nyear;pay;note\n${rows}`,
      { hash: ['pay'] },
    ],
    ['a title in other quotes above a header that lacks a name', `"All; x";;\npay;note\n${quoted}`, { hash: [1] }],
    ['the same, to be filled up', `"All; x";;\npay;note\n${quoted}`, { hash: [1], ragged: 'pad' }],
    ['a name in other quotes that holds the delimiter', `"All; x";note\n${quoted}`, { hash: [1] }],
    [
      'a value behind the last name, where all others there are empty',
      `name;note\n${'a7x;Ann;\n'.repeat(19)}b8y;Bob;call back\n`,
      { hash: ['name'] },
    ],
    [
      'a few such values, to be filled up',
      `name;note\n${'a7x;Ann;\na7x;Ann\n'.repeat(9)}${'b8y;Bob;call\n'.repeat(2)}`,
      { hash: ['name'], ragged: 'pad' },
    ],
  ]);
  for (const [kind, text, rule] of refused) {
    it(`is refused for ${kind}`, async () => {
      const { error } = await edit(text, rule);
      assert.equal(error?.code, 'csv/bad-header');
    });
  }

  it('is read where the line above is a padded title in other quotes than the records', async () => {
    for (const ragged of /** @type {const} */ (['bad', 'pad', 'cut'])) {
      for (const header of /** @type {const} */ ([true, 'auto'])) {
        const { output } = await edit(`"All; x";;\nday;pay;note\n${quoted}`, { header, drop: [1], ragged });
        assert.equal(output.toString(), 'day,note\n21.05.2013,"it\'s"\n22.05.2013,"x; y"\n23.05.2013,fine\n');
      }
    }
  });

  it('is read where no line speaks against it', async () => {
    const trailing = await edit('name;n\nAnn;1;\nBob;2;\nCy;3;\n', { drop: ['name'] });
    assert.equal(trailing.output.toString(), 'n\n1\n2\n3\n');
    const ended = await edit('n;name;\nx;Ann\n1;Bob\n2;Cy\n3;Dee\n', { drop: ['name'] });
    assert.equal(ended.output.toString(), 'n\nx\n1\n2\n3\n');
  });

  it('is believed with quotes that the recipe gives', async () => {
    const { output } = await edit('"a;b"\n1;2\n3;4\n', { quote: 'none', drop: [0] });
    assert.equal(output.toString(), '"b"""\n2\n4\n');
  });

  it('is not looked at where the recipe names no field', async () => {
    const { error } = await edit(`Sales; all;;\nyear;pay;note\n${rows}`, {});
    assert.equal(error, null);
  });
});
