import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc, { caseCount } from '../../support/fast-check.js';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

const mask = (/** @type {string | number} */ field) => ({ mask: [{ field, keepLast: 0 }] });

/**
 * @param {string} text
 * @param {Partial<CsvRule>} rule
 */
async function edit(text, rule) {
  return editEntry(Buffer.from(text), automaticRule({ output: { delimiter: ',' }, maxBad: 'auto', ...rule }));
}

describe('a delimiter within a value of each record', () => {
  const cut = [
    ['an object of JSON', '{"id": 1, "n": "Ann"},5\n{"id": 2, "n": "Bob"},6\n'],
    ['an array', '[5,5,3],x\n[6,4,3],y\n'],
    ['parentheses', '(12.5, 13.7),Ann\n(12.6, 13.8),Bob\n'],
    ['curved quotes', '“Lee,Ann”,5\n“Ray,Bob”,6\n'],
    ['low quotes', '„Lee,Ann“,5\n„Ray,Bob“,6\n'],
    ['angled quotes', '«Lee,Ann»,5\n«Ray,Bob»,6\n'],
    ['backticks', '`Lee,Ann`,5\n`Ray,Bob`,6\n'],
    ['a formula', '="Lee,Ann",5\n="Ray,Bob",6\n'],
    ['quotes before a word', '"Lee,Ann" x,5\n"Ray,Bob" y,6\n"Fox,Cy" z,7\n'],
    ['a backslash', 'Lee\\,Ann,5\nRay\\,Bob,6\n'],
    ['an amount', '$1,234.50,Ann\n$2,134.50,Bob\n'],
    ['an amount in euros', '4.318,88 €,C\n8.826,58 €,B\n'],
    ['an amount with a point between thousands', 'x,7.626,00\ny,2.895,50\n'],
    ['a name above a note', 'Lee, Ann,5\nRay, Bob,6\nFox, Cy,7\n\nall\n'],
    ['amounts in euros in one column', '4.318,88 €\n826,58 €\n'],
    ['amounts in pounds in one column', '£4,318.88\n£8,826.58\n'],
    ['a date', 'Jan 5, 2024,Ann\nFeb 6, 2024,Bob\n'],
    ['a name', 'Lee, Ann,5\nRay, Bob,6\n'],
  ];
  for (const [kind, text] of cut) {
    it(`is refused for ${kind}`, async () => {
      const { error } = await edit(text, { header: false, ...mask(0) });
      assert.equal(error?.code, 'csv/ambiguous-dialect');
    });
  }

  const halves = fc.record({
    names: fc.subarray(['id', 'plan', 'city', 'team'], { minLength: 1 }),
    amounts: fc.array(fc.tuple(fc.nat(9999), fc.integer({ min: 10, max: 99 })), { minLength: 1, maxLength: 9 }),
    delimiter: fc.constantFrom(',', ';'),
    kind: fc.constantFrom(true, 'auto', 'list'),
    title: fc.constantFrom('', 'Report\n\n'),
  });

  it('is refused for apostrophes under as many names as halves', async () => {
    const property = fc.asyncProperty(halves, async ({ names: others, amounts, delimiter, kind, title }) => {
      const names = [...others, 'salary', 'extra'];
      const records = amounts.map(([whole, part], at) => [
        ...others.map((name, column) => `${name[0]}${at}${'xyzw'[column]}`),
        `'${whole}${delimiter}${part}'`,
      ]);
      const lines = kind === 'list' ? records : [names, ...records];
      const text = title + lines.map(line => `${line.join(delimiter)}\n`).join('');
      const header = /** @type {CsvRule['header']} */ (kind === 'list' ? names : kind);
      const { output, error } = await edit(text, { header, ...mask('salary') });
      const parts = amounts.map(([, part]) => `${part}'`);
      assert.ok(error !== null || parts.every(part => !output.toString().includes(part)), JSON.stringify(text));
    });
    await fc.assert(property, { numRuns: caseCount(200) });
  });

  it('names both quotes for apostrophes that it cuts', async () => {
    const text = "Report\n\nid,plan,salary,extra\nA9,x,'12,72'\nB2,y,'14,11'\n";
    const { error } = await edit(text, { header: true, ...mask('salary') });
    assert.equal(error?.code, 'csv/ambiguous-dialect');
    assert.match(error.message, /"A9" "x" "'12" "72'" or "A9" "x" "12,72"; set "quote": "\\"", or "quote": "'"/);
    const given = await edit(text, { header: true, quote: '"', ...mask('salary') });
    assert.equal(given.output.toString(), "id,plan,salary,extra\nA9,x,***,72'\nB2,y,***,11'\n");
  });

  it('is refused for quotes before a sign, under names that the rule gives', async () => {
    const cells = fc.array(fc.tuple(fc.nat(999), fc.nat(999)), { minLength: 2, maxLength: 9 });
    const property = fc.asyncProperty(cells, fc.constantFrom('*', '%', ' x'), async (pairs, sign) => {
      const text = pairs.map(([one, two]) => `"[""q${one}"",""q${two}""]"${sign}1\n`).join('');
      const { error } = await edit(text, { header: ['tags', 'n'], ...mask('tags') });
      assert.equal(error?.code, 'csv/ambiguous-dialect', text);
    });
    await fc.assert(property, { numRuns: caseCount(50) });
  });

  it('is refused where two rare ones split alike', async () => {
    const { error } = await edit('~/q/1^72\n~/q/2^8\n', { header: ['path', 'n'], ...mask('path') });
    assert.equal(error?.code, 'csv/ambiguous-dialect');
  });

  it('is believed where a record lacks it, or the recipe says it', async () => {
    const spaced = await edit('1, Ann, 5\n2, Bob, 6\n', { header: false, ...mask(0) });
    assert.equal(spaced.output.toString(), '*, Ann, 5\n*, Bob, 6\n');
    const path = await edit('C:\\a\\,5\nC:\\b\\,6\n', { header: false, ...mask(1) });
    assert.equal(path.output.toString(), 'C:\\a\\,*\nC:\\b\\,*\n');
    const partly = await edit('[5,Ann,3],x\n6,Bob,3,y\n', { header: false, ...mask(1) });
    assert.equal(partly.output.toString(), '[5,***,3],x\n6,***,3,y\n');
    const given = await edit('[5,6],x\n[7,8],y\n', { header: false, delimiter: ',', ...mask(0) });
    assert.equal(given.output.toString(), '**,6],x\n**,8],y\n');
  });
});

describe('a first line', () => {
  it('is refused for a title as wide as the table', async () => {
    const rule = /** @type {const} */ ({ header: true, drop: [0] });
    const title = await edit('Sales 2024, all\nname,n\nAnn,5\nBob,6\n', rule);
    assert.equal(title.error?.code, 'csv/bad-header');
    const apart = await edit('Sales 2024, all\n\nname,v\nAnn,v5\n', rule);
    assert.equal(apart.error?.code, 'csv/bad-header');
    const said = await edit('Sales 2024, all\nname,n\nAnn,5\nBob,6\n', { ...rule, skipLines: 1 });
    assert.equal(said.output.toString(), 'n\n5\n6\n');
    const header = await edit('Full Name, n\nAnn,5\nBob,6\n', rule);
    assert.equal(header.output.toString(), ' n\n5\n6\n');
    const above = await edit('Full Name, n\n\nAnn,5\n', rule);
    assert.equal(above.output.toString(), ' n\n5\n');
  });

  it('is refused for titles of one field above names and a single record', async () => {
    const { error } = await edit('Report\nby Ann\nname;n\nBob;5\n', { header: true, hash: [0] });
    assert.equal(error?.code, 'csv/bad-header');
    const { output } = await edit('note\nfine\nx; y\nso; so\n', { header: true, ...mask(0) });
    assert.equal(output.toString(), 'note\n****\n****\n******\n');
  });

  it('is refused as a record that lacks a value or has one too many, where nothing names the fields', async () => {
    for (const text of ['Ann,5\nBob,6,x\nCy,7,y\n', '5,x\nBob,6,x\nCy,7,y\n', 'Ann,5,x\nBob,6\nCy,7\n']) {
      const { error } = await edit(text, { header: false, ...mask(0) });
      assert.equal(error?.code, 'csv/bad-header', text);
    }
  });

  it('is refused as a record of one field, where nothing names the fields', async () => {
    for (const text of ['"Rome"\n"Bonn";"x"\n"Rio";"y"\n', '1/2/21\n3/4/21;x\n5/6/21;y\n', 'A\nB;x\nA;y\n']) {
      const { error } = await edit(text, { header: ['a', 'b'], hash: [1] });
      assert.equal(error?.code, 'csv/bad-header', text);
    }
    const { output } = await edit('Towns\nBonn;x\nRio;y\n', { header: ['a', 'b'], drop: [1] });
    assert.equal(output.toString(), 'Bonn\nRio\n');
  });

  it('is refused for titles that leave one column without a field that is to be protected', async () => {
    const text = 'Q1\nKunden 24\nwho\tname\nAnn\tLee\nBob\tRay\n';
    for (const below of ['', 'Page 1 of 2\n']) {
      const { error } = await edit(text + below, { header: true, ...mask(1), missing: 'ignore' });
      assert.equal(error?.code, 'csv/ambiguous-dialect');
    }
  });

  it('is refused if it is split otherwise than the records, whose values then hold none of its delimiter', async () => {
    const { error } = await edit('total,salary\n5,00;Ann\n2,00;Bob\n', { header: true, ...mask('salary') });
    assert.equal(error?.code, 'csv/ambiguous-dialect');
    const quoted = await edit('at;ssn\n1,"a;b"\n2,"c;d"\n', { header: true, ...mask('ssn') });
    assert.equal(quoted.error?.code, 'csv/ambiguous-dialect');
    const { output } = await edit('name,n\na;b,5\nc;d,6\n', { header: true, ...mask('name') });
    assert.equal(output.toString(), 'name,n\n***,5\n***,6\n');
  });

  it('is no title if it holds a name that is wanted among its words', async () => {
    const rule = /** @type {const} */ ({ header: 'auto', drop: ['full name'], missing: 'ignore' });
    const { error } = await edit('pct Summe Full Name\n(x),(-),(m)\n25%,1,Ann\n4%,2,Bob\n', rule);
    assert.ok(error);
  });

  it('is refused if all records are longer and would be cut', async () => {
    const { error } = await edit('name,n\n1,2,3\n4,5,6\n', { header: true, drop: ['name'], ragged: 'cut' });
    assert.equal(error?.code, 'csv/bad-header');
  });

  it('is no title if it has as many words as the records have fields', async () => {
    const { error } = await edit('who city kind sort\nAnn,Rome,A,x\nBob,Bonn,B,y\n', { header: true, drop: [0] });
    assert.equal(error?.code, 'csv/nothing-kept');
  });

  it('is no header under "auto" if it looks like the records and lacks a field that is to be protected', async () => {
    const rule = /** @type {const} */ ({ header: 'auto', drop: ['name'], missing: 'ignore' });
    const { error } = await edit('Ann,Rome\nBob,Bonn\nCy,Rio\n', rule);
    assert.equal(error?.code, 'csv/bad-header');
    const alone = await edit('Ann Lee\nBob Ray\n', { header: 'auto', ...mask('name'), missing: 'ignore' });
    assert.equal(alone.error?.code, 'csv/bad-header');
    const { output } = await edit('city,n\nRome,1\nBonn,2\n', rule);
    assert.equal(output.toString(), 'city,n\nRome,1\nBonn,2\n');
  });

  it('is refused if other characters than LF and CR seem to end lines', async () => {
    for (const end of ['\u2028', '\u2029', '\u0085', '\v', '\f', '\x1e', '\\n', '\\r\\n']) {
      const { error } = await edit(`id,name${end}1,Ann${end}2,Bob`, { header: true, drop: [1] });
      assert.equal(error?.code, 'csv/bad-header', JSON.stringify(end));
    }
    const quoted = await edit('id,name\v1,"Lee, Ann"\v2,"Ray, Bob"\v', { header: true, drop: ['id'] });
    assert.equal(quoted.error?.code, 'csv/bad-header');
    const { output } = await edit('1,Ann,a\vb', { header: false, drop: [1] });
    assert.equal(output.toString(), '1,a\vb');
  });
});

describe('one column', () => {
  it('is refused if fields are kept by position and a delimiter stands in each record', async () => {
    const { error } = await edit('"1,Ann,a"\n"2,Bob,b"\n', { header: false, keep: [0] });
    assert.equal(error?.code, 'csv/bad-header');
  });

  it('is found under one name that the recipe uses', async () => {
    const amounts = await edit('Name\n1043,91\n1044,17\n', mask('Name'));
    assert.equal(amounts.output.toString(), 'Name\n*******\n*******\n');
    const only = await edit('# z\nName\nLee, Ann\nRay, Bob\n', mask(0));
    assert.equal(only.output.toString(), `Name\n${`${'*'.repeat(8)}\n`.repeat(2)}`);
    const addresses = await edit('Name\n1 Main St, Apt. 3\n2 Main St, Apt. 4\n', mask('Name'));
    assert.equal(addresses.output.toString(), `Name\n${`${'*'.repeat(17)}\n`.repeat(2)}`);
  });

  it('is refused if the first parts may be the names of rows, or nothing names it', async () => {
    const counted = await edit('Name\n1,91\n2,17\n', mask('Name'));
    assert.equal(counted.error?.code, 'csv/bad-header');
    const unnamed = await edit('Name\n1043,91\n1044,17\n', { keep: [0] });
    assert.equal(unnamed.error?.code, 'csv/bad-header');
  });
});
