import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileRecipe } from '../../src/recipe/recipe.js';

/** @type {[csv: Record<string, unknown>, message: string][]} */
const REFUSED = [
  [{ delimiter: "'", quote: "'" }, `delimiter is "'", but "quote" is "'": the delimiter must not have the quote in it`],
  [
    { delimiter: "','", quote: "'" },
    `delimiter is "','", but "quote" is "'": the delimiter must not have the quote in it`,
  ],
  [
    { delimiter: '\\', escape: 'backslash' },
    'delimiter is "\\\\", but "escape" is "backslash": the delimiter must not have a backslash in it',
  ],
  [
    { comments: '"' },
    'comments is "\\"", but a record whose first field has quotes begins with "\\""; name the file\'s quote in "quote"',
  ],
  [
    { comments: "'--" },
    `comments is "'--", but a record whose first field has quotes begins with "'"; name the file's quote in "quote"`,
  ],
  [{ comments: "'", quote: "'" }, `comments is "'", but a record whose first field has quotes begins with "'"`],
  [
    { comments: ';', delimiter: ';' },
    'comments is ";", but a record whose first field is empty begins with the delimiter ";"',
  ],
  [
    { comments: ';;', delimiter: ';' },
    'comments is ";;", but a record whose first field is empty begins with the delimiter ";"',
  ],
  [
    { comments: '#', delimiter: '##' },
    'comments is "#", but a record whose first field is empty begins with the delimiter "##"',
  ],
  [
    { maxBad: '10%', badRecords: 'keep' },
    'maxBad is "10%", but has no effect where "badRecords" is "keep": leave one out',
  ],
  [{ maxBad: 0, badRecords: 'fail' }, 'maxBad is 0, but has no effect where "badRecords" is "fail": leave one out'],
];

/** @type {[title: string, csv: Record<string, unknown>][]} */
const ALLOWED = [
  ['an apostrophe as the delimiter while the quote is found out', { delimiter: "'" }],
  ['an apostrophe as the delimiter where another quote is given', { delimiter: "'", quote: '"', comments: '#' }],
  ['a backslash as the delimiter while the escape is found out', { delimiter: '\\' }],
  ['a comment that begins with a quote that the file does not have', { comments: "'", quote: '"' }],
  ['a comment that begins with a quote where quotes have no meaning', { comments: '"', quote: 'none' }],
  ['a delimiter with the word "none" in it where quotes have no meaning', { delimiter: 'none', quote: 'none' }],
  ['a comment that may be a delimiter while the delimiter is found out', { comments: ';' }],
  ['an automatic limit on bad records that are kept', { maxBad: 'auto', badRecords: 'keep' }],
  ['a limit on bad records that are skipped', { maxBad: 5, badRecords: 'skip' }],
  ['names with a header that is found out', { header: 'auto', drop: ['a'], phones: [{ field: 'b', format: 'strip' }] }],
  ['lines to skip with every other key', { skipLines: 3, header: false, comments: '//', ragged: 'cut' }],
];

suite('dialects in a csv rule', () => {
  for (const [csv, message] of REFUSED) {
    test(`refuses ${JSON.stringify(csv)}`, async () => {
      const entries = [
        { match: 'a', copy: true },
        { match: 'b', csv },
      ];
      await assert.rejects(compileRecipe({ entries }), {
        name: 'RecipeError',
        code: 'recipe/conflict',
        message: `entries[1].csv.${message}`,
      });
    });
  }

  for (const [title, csv] of ALLOWED) {
    test(`allows ${title}`, async () => {
      const { ruleFor } = await compileRecipe({ entries: [{ match: 'b', csv }] });
      assert.equal(ruleFor('b').action, 'csv');
    });
  }
});
