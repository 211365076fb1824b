import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../../dialects.js';
import { editEntry } from '../../edit-entry.js';

/** @import { CsvRule } from '../../../../src/recipe/recipe.js' */

const PEOPLE = ['id,email', '1,a@x.com', '2,b@x.com', '3,c@x.com'];
const TOTALS = ['code,total,mean', 'T1,7,1', 'T2,8,1', 'T3,9,1'];
const many = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, row) => `${row},${row}@x.com`).join('\n');

/** @param {string[][]} tables */
const apart = (...tables) => tables.map(lines => `${lines.join('\n')}\n`).join('\n');

describe('two tables in one entry', () => {
  const refused = /** @type {[kind: string, text: string, rule: Partial<CsvRule>][]} */ ([
    ['the second is as long as the first', apart(PEOPLE, TOTALS), { drop: ['email'], maxBad: 2 }],
    ['the first is wider', apart(TOTALS, PEOPLE), { drop: [1], maxBad: 2 }],
    ['there is no header', apart(PEOPLE.slice(1, 3), TOTALS), { header: false, drop: [1], maxBad: '10%' }],
    ['the recipe gives the header', apart(PEOPLE.slice(1), TOTALS), { header: ['id', 'e'], drop: ['e'], maxBad: 0 }],
    ['the header is to be found', apart(PEOPLE, TOTALS), { header: 'auto', drop: ['email'], maxBad: '10%' }],
    ['the second is longer', apart(PEOPLE, TOTALS), { drop: ['email'], maxBad: 'auto' }],
    [
      'the second is longer, without a header',
      apart(PEOPLE.slice(1, 3), TOTALS),
      { header: false, drop: [1], maxBad: 'auto' },
    ],
    ['no field is named', apart(PEOPLE, TOTALS), { maxBad: 3 }],
    ['only the second has the field', apart(TOTALS, PEOPLE), { drop: ['email'], missing: 'ignore' }],
    [
      'both are as wide, and the fields stand elsewhere',
      apart(PEOPLE, ['email,n', 'd@x.com,1', 'e@x.com,2']),
      { drop: ['email'] },
    ],
    [
      'both are as wide, without a header above the first',
      apart(PEOPLE.slice(1), ['email,n', 'd@x.com,1', 'e@x.com,2']),
      { header: false, drop: [1] },
    ],
  ]);
  for (const [kind, text, rule] of refused) {
    for (const delimiter of [',', ';']) {
      it(`are refused where ${kind}, with ${delimiter}`, async () => {
        const { error, output } = await editEntry(text.replaceAll(',', delimiter), automaticRule(rule));
        assert.equal(error?.code, 'csv/two-tables');
        assert.equal(output.length, 0);
        assert.match(error.message, /begins with "\w+".* another one with "\w+".*"skipLines".*"maxBad"/);
      });
    }
  }

  it('are no reason to skip the first, and the second is bad where a few records may be', async () => {
    for (const header of [true, /** @type {const} */ ('auto')]) {
      const { counts, error } = await editEntry(apart(PEOPLE, TOTALS), automaticRule({ header, drop: ['email'] }));
      assert.equal(error, null);
      assert.deepEqual(counts.records, { read: 7, written: 3, filtered: 0, bad: 4, skipped: 0 });
    }
  });

  it('are bad records behind a long table too, not a footer', async () => {
    const text = apart(['id,email', many(40)], TOTALS);
    const { counts } = await editEntry(text, automaticRule({ drop: ['email'], maxBad: 'auto' }));
    assert.deepEqual(counts.records, { read: 44, written: 40, filtered: 0, bad: 4, skipped: 0 });
  });

  const accepted = /** @type {[kind: string, text: string, rule: Partial<CsvRule>, written: number][]} */ ([
    ['a title and notes above', apart(['Report,2024', 'all sites'], TOTALS), { drop: ['total'] }, 3],
    ['totals below', apart(TOTALS, ['Total,24']), { drop: ['total'] }, 3],
    ['an empty line between records', apart(PEOPLE, PEOPLE.slice(1)), { drop: ['email'] }, 6],
    ['the same header again', apart(PEOPLE, PEOPLE), { drop: ['email'] }, 7],
    [
      'a recipe that says where the table begins',
      apart(PEOPLE, ['email,n', 'd@x.com,1', 'e@x.com,2']),
      { drop: ['email'], skipLines: 0 },
      6,
    ],
  ]);
  for (const [kind, text, rule, written] of accepted) {
    it(`are not seen in ${kind}`, async () => {
      const { counts, error } = await editEntry(text, automaticRule({ ...rule, maxBad: 'auto' }));
      assert.equal(error, null);
      assert.equal(counts.records.written, written);
      assert.equal(counts.records.bad, 0);
    });
  }
});
