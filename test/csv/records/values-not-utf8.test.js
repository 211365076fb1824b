import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MOST_COUNTED } from '../../../src/csv/records/values-not-utf8.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** Characters of bytes: those of windows-1252 are not UTF-8, those of UTF-8 are cut anywhere. */
const plain = fc
  .array(
    fc.constantFrom('a', 'B', ' ', '\xfc', '\xe9', '\xc3\xa9', '\xe2\x82\xac', '\xc3', '\x80', '\xf0\x9f\x98\x80'),
    {
      maxLength: 4,
    },
  )
  .map(characters => characters.join(''));
const quoted = fc
  .array(fc.oneof(plain, fc.constantFrom(',', '\n', '""')), { maxLength: 4 })
  .map(all => `"${all.join('')}"`);
const field = fc.oneof({ weight: 3, arbitrary: plain }, quoted);
const tables = fc.record({
  header: fc.tuple(plain, plain).map(([one, other]) => [`x${one}`, `y${other}`, 'z']),
  records: fc.array(fc.tuple(field, field, fc.constantFrom('1', '22')), { maxLength: 12 }),
});
const rules = fc.constantFrom({}, { drop: ['z'] }, { output: { delimiter: ';' } }, { hash: ['z'] }, { trim: true });
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 });

describe('values that are not UTF-8', () => {
  it('are counted as one by one, however the entry is cut', async () => {
    const property = fc.asyncProperty(tables, rules, sizes, async ({ header, records }, changes, cuts) => {
      const text = `${[header, ...records].map(fields => fields.join(',')).join('\n')}\n`;
      const values = [...header, ...records.flat()].filter(isNotUtf8).length;
      const rule = automaticRule({ delimiter: ',', quote: '"', escape: 'double', skipLines: 0, ...changes });
      const whole = await editEntry(text, rule);
      assert.equal(whole.error, null);
      assert.equal(whole.counts.notUtf8?.values ?? 0, values);
      assert.equal(whole.counts.notUtf8 !== undefined, values > 0);
      const cut = await editEntry(text, rule, { cuts: [...cuts, 65_536] });
      assert.deepEqual(cut.counts.notUtf8, whole.counts.notUtf8);
    });
    await fc.assert(property, { numRuns: caseCount(600) });
  });

  it('are counted in records that are translated, and come out as they are', async () => {
    const property = fc.asyncProperty(tables, sizes, async ({ header, records }, cuts) => {
      const text = `${[header, ...records].map(fields => fields.join('||')).join('\n')}\n`;
      const values = [...header, ...records.flat()].filter(isNotUtf8).length;
      const rule = automaticRule({ delimiter: '||', quote: '"', escape: 'double', skipLines: 0 });
      const { counts, error } = await editEntry(text, rule, { cuts: [...cuts, 65_536] });
      assert.equal(error, null);
      assert.equal(counts.notUtf8?.values ?? 0, values);
    });
    await fc.assert(property, { numRuns: caseCount(300) });
  });

  it('are counted up to a bound, and come out byte for byte', async () => {
    const text = `a,b\n${'M\xfcller,Stra\xdfe\n'.repeat(MOST_COUNTED)}`;
    const { counts, output } = await editEntry(text, automaticRule(), { cuts: [5000] });
    assert.deepEqual(counts.notUtf8, { values: MOST_COUNTED, encoding: 'windows-1252' });
    assert.equal(output.toString('latin1'), text);
  });

  for (const [what, text, wanted] of /** @type {const} */ ([
    ['a broken quote makes its line one value', 'a,b\n"\xfc"x,\xfc\n1,2\n', 1],
    ['what is beyond the last field of the header is one value', 'a,b\n1,2,\xfc,\xfc\n1,2\n', 1],
    ['comments are no values', 'a,b\n# \xfc\n1,2\n', 0],
    ['a value that ends with the entry counts', 'a,b\n1,\xfc', 1],
  ])) {
    it(what, async () => {
      const { counts } = await editEntry(text, automaticRule({ delimiter: ',' }));
      assert.equal(counts.notUtf8?.values ?? 0, wanted);
    });
  }

  it('have the charset that the text looks like, or none where most of it is UTF-8', async () => {
    const guess = async (/** @type {Buffer} */ bytes) =>
      (await editEntry(bytes, automaticRule())).counts.notUtf8?.encoding;
    const polish = Buffer.from('imi\xea,miasto\nPawe\xb3,\xa3\xf3d\xbc\nGra\xbfyna,D\xb9browa\n', 'latin1');
    const russian = Buffer.from([0x61, 0x0a, ...[0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0], 0x0a]);
    const mixed = Buffer.concat([Buffer.from('a\nMüller\nStraße\nKöln\n'), Buffer.from('\xfc\n', 'latin1')]);
    assert.equal(await guess(polish), 'windows-1250');
    assert.equal(await guess(russian), 'windows-1251');
    assert.equal(await guess(mixed), null);
  });

  it('are not looked for where the recipe gives the encoding', async () => {
    for (const encoding of ['utf-8', 'windows-1252']) {
      const { counts } = await editEntry('a,b\n\xfc,\xfc\n', automaticRule({ encoding }));
      assert.equal(counts.notUtf8, undefined);
    }
  });
});

/** @param {string} value */
function isNotUtf8(value) {
  const bytes = Buffer.from(value, 'latin1');
  return !Buffer.from(bytes.toString()).equals(bytes);
}
