import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** Tables as people send them, under a rule that protects a field. Without an error, the text is what comes out with commas. */
/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>, outcome: { output: string } | { code: string }]} Case */

const mask = (/** @type {string | number} */ field) => ({ mask: [{ field, keepLast: 0 }] });
const ambiguous = { code: 'csv/ambiguous-dialect' };
const badHeader = { code: 'csv/bad-header' };

describe('a table as people send it', () => {
  const cases = /** @type {Case[]} */ ([
    [
      'paths that end with a slash in front of the tilde that splits',
      'url~email\nhttps://a.de/~ann@x.de\nhttps://b.de/~bob@x.de\n',
      mask('email'),
      { output: 'url,email\nhttps://a.de/,********\nhttps://b.de/,********\n' },
    ],
    [
      'short names of Windows in one column',
      'C:\\PROGRA~1\\a.txt\nC:\\PROGRA~1\\b.txt\n',
      { header: false, ...mask(0) },
      { output: `${'*'.repeat(17)}\n`.repeat(2) },
    ],
    [
      'references to laws in one column',
      'BGB § 433\nBGB §§ 434\n',
      { header: false, ...mask(0) },
      { output: '*********\n**********\n' },
    ],
    [
      'formulas in one column',
      'x^2\nx^2 + y^2\nz^3\n',
      { header: false, ...mask(0) },
      { output: '***\n*********\n***\n' },
    ],
    [
      'a single record with a semicolon in one of many values',
      '1042,ann@x.de,Ann,Lee,2024-05-01,news;vip\n',
      { header: false, ...mask(1) },
      { output: '1042,********,Ann,Lee,2024-05-01,news;vip\n' },
    ],
    [
      'a single record of tabs with a semicolon in one of three values',
      'ann@x.de\t5\tMozilla/5.0 (X11; Linux)\n',
      { header: false, ...mask(0) },
      { output: '********,5,Mozilla/5.0 (X11; Linux)\n' },
    ],
    [
      'a first record that lacks its last value, below names, where all first values have a comma',
      `name;aliases\nLee, Ann\n${'Kay, Bob;Bo\n'.repeat(9)}`,
      mask(0),
      { output: `name,aliases\n${'********,Bo\n'.repeat(9)}` },
    ],
    [
      'a first record that lacks its last values, where prices have decimal commas and short records are filled up',
      'price;note;by\n3,50\n4,50;x;a\n5,50;x;a\n6,50;x;a\n',
      { keep: [0], ragged: 'pad' },
      { output: 'price\n"3,50"\n"4,50"\n"5,50"\n"6,50"\n' },
    ],
    [
      'a title with a semicolon above names and words that commas split',
      'People; all\nplan,code,city\na;b,free,x\nc;d,paid,y\ne;f,free,z\n',
      { keep: [1, 2] },
      ambiguous,
    ],
    [
      'minutes of an arc beside a name that begins with an apostrophe',
      "city,lat,lon\n's-Gravenhage,52°04',4°18'\nAmsterdam,52°22',4°54'\n",
      mask('city'),
      { output: "city,lat,lon\n*************,52°04',4°18'\n*********,52°22',4°54'\n" },
    ],
    [
      'feet in all records and texts in front of which a spreadsheet has an apostrophe',
      "zip,name,height\n'01234,Ann,6'\n02345,Bob,5'\n'00345,Cy,5'\n12345,Di,5'\n",
      mask('zip'),
      { output: "zip,name,height\n******,Ann,6'\n*****,Bob,5'\n******,Cy,5'\n*****,Di,5'\n" },
    ],
    [
      'prices in a query under one name',
      'url\nhttps://shop/?price=12.50,3.99\nhttps://shop/?price=15.00,4.99\n',
      { keep: ['url'] },
      badHeader,
    ],
    [
      'backslashes at the end of quotes, though the recipe says that they escape',
      `id,path,n\n${[1, 2, 3, 4].map(n => `${n},"C:\\a\\",2\n`).join('')}`,
      { escape: 'backslash', ...mask('path') },
      { output: `id,path,n\n${[1, 2, 3, 4].map(n => `${n},"*******",2\n`).join('')}` },
    ],
    [
      'amounts in one column, some of them with a currency',
      '-$3,555.17\n3,556.56\n$3,557.22\n3,558.63\n',
      { header: false, ...mask(0) },
      ambiguous,
    ],
    [
      'amounts in one column below its name',
      'Income\n-$3,555.17\n3,556.56\n$3,557.22\n',
      mask('Income'),
      { output: `Income\n${'*'.repeat(10)}\n${'*'.repeat(8)}\n${'*'.repeat(9)}\n` },
    ],
    [
      'texts with commas in one column, of which parts would be cut off',
      'comment\nHi; call 1 | asap\nDear all, call 2\nHe said "no", call 3\nHi; call 4\n',
      { ...mask(0), ragged: 'cut' },
      ambiguous,
    ],
    [
      'a comment with a comma and the name of the field above a table of tabs with decimal commas',
      '# id, name\nCreated: 31.01.2024\n\nNAME\tshare\nAnn Lee\t40,6 %\nBob Kay\t23,0 %\n',
      { drop: ['NAME'] },
      { output: 'share\n"40,6 %"\n"23,0 %"\n' },
    ],
    [
      'names of which the first is empty below a padded title',
      'Report,,\n,temp,mail\n0,5.5,a@b.co\n1,6.5,c@d.co\n',
      { keep: [0, 1] },
      { output: ',temp\n0,5.5\n1,6.5\n' },
    ],
    [
      'a name whose words are joined in another way, which files may lack',
      'id,first name\n1,Ann\n',
      { ...mask('First_Name'), missing: 'ignore' },
      badHeader,
    ],
    ['an amount with a space between thousands', '-4 533,57 €\n', { header: false, ...mask(0) }, ambiguous],
    ['an amount of Switzerland', "4'533,57 CHF\n", { header: false, ...mask(0) }, ambiguous],
    ['coordinates in one column', '48.8566, 2.3522\n52.5200, 13.4050\n', { header: false, ...mask(0) }, ambiguous],
    [
      'addresses in one column, of which one has a comma more',
      'Main St 17, 75001 Paris\nElm Rd 31, Springfield, IL 62701\nRue 6, 75001 Paris\n',
      { header: false, ...mask(0) },
      ambiguous,
    ],
    [
      'lists of addresses with several delimiters in one column',
      'a@x.co, b@x.co\nc@x.co | b@x.co\nd@x.co, b@x.co\ne@x.co | b@x.co\nf@x.co; b@x.co\n',
      { header: false, ...mask(0) },
      ambiguous,
    ],
    [
      'lists of two in one column, most of which have a bar between',
      'a@x.co | b@x.co\nc@x.co | b@x.co\nd@x.co; b@x.co\ne@x.co | b@x.co\nf@x.co; b@x.co\n',
      { header: false, ...mask(0) },
      ambiguous,
    ],
    [
      'companies in one column, most of which have a comma',
      "Smith, Lee & Co. 6\nL'Air d'ici 7\nACME, Inc. 8\nSmith, Lee & Co. 9\n",
      { header: false, ...mask(0) },
      ambiguous,
    ],
    [
      'addresses with two commas below their name',
      'Adresse\nElm Rd 7, New York, NY\nMain St 5, New York, NY\nRue 4, Springfield, IL 62701\n',
      { header: 'auto', ...mask(0) },
      ambiguous,
    ],
    [
      'pairs above records that often end with an empty field',
      'Zeitraum;2024\nKonto:;DE12\nKunde;Acme\n\nIBAN;path;zip\nDE52;;\nDE12;/var/x;\nDE83;C:/y;31\nDE61;/srv;5\n',
      { ...mask(0), missing: 'ignore' },
      { code: 'csv/two-tables' },
    ],
    [
      'numbers with many decimals in two columns',
      '0.12345,0.98765\n0.22345,0.88765\n',
      { header: false, drop: [1] },
      { output: '0.12345\n0.22345\n' },
    ],
    [
      'numbers beside numbers with their units',
      '17,50 KGM\n18,60 PCS\n19,40 MTR\n',
      { header: false, ...mask(0) },
      { output: '**,50 KGM\n**,60 PCS\n**,40 MTR\n' },
    ],
    [
      'a first record that comes again, and no header',
      'apple,red\napple,red\npear,green\nplum,blue\n',
      { header: 'auto', ...mask(0) },
      { output: '*****,red\n*****,red\n****,green\n****,blue\n' },
    ],
    [
      'signs of a section as delimiters with spaces around them',
      '17 § 5 § Ann\n18 § 6 § Bob\n',
      { header: false, ...mask(2) },
      { output: '17 , 5 ,****\n18 , 6 ,****\n' },
    ],
    [
      'a sign of a section with a space in front of each number',
      'a § 5\nb § 6\n',
      { header: false, ...mask(1) },
      ambiguous,
    ],
    [
      'half of its records without their last value',
      'id,name,n\n1,Ann,5\n2,Bob,6\n3,Cy\n4,Di\n',
      mask('name'),
      { output: 'id,name,n\n1,***,5\n2,***,6\n' },
    ],
    [
      'a total below that has a field less',
      'Date,Desc,n,Sum\n1/2/24,Pens,3,5.5\n1/3/24,Ink,2,6.5\n\nTotal,5,12.0\n',
      mask('Desc'),
      { output: 'Date,Desc,n,Sum\n1/2/24,****,3,5.5\n1/3/24,***,2,6.5\n' },
    ],
    [
      'pages in one column, whose queries have several delimiters',
      'https://q/~ann/1?q=a,b\nhttps://q/u/2?a=1;b=2\n',
      { header: false, ...mask(0) },
      ambiguous,
    ],
    [
      'coordinates with a comma beside quotes that only semicolons explain',
      '44.8022, 2.2651;"text/html; x"\n47.8023, 5.3094\n41.8024, 8.2181\n48.8026, 6.3963;"text/csv; y"\n',
      { header: false, ...mask(0), ragged: 'pad' },
      ambiguous,
    ],
    [
      'a header that is one name short above apostrophes, where short records are filled up',
      "city;plan;tags\nAnn Lee 5;Rome;pro;'a;b;c'\nBob Kay 6;Bonn;free;\nCy Ray 7;Rome;pro;'a;b'\n",
      { keep: ['city', 'plan', 'tags'], missing: 'ignore', ragged: 'pad' },
      badHeader,
    ],
    [
      'a comment with as many values as there are names, and a note, above names in quotes',
      '# id, name\nCreated: 31.01.2024\n"Price","NAME"\n"2.15","Ann Lee"\n"6.12","Bob Kay"\n',
      { drop: ['NAME'] },
      { output: '"Price"\n"2.15"\n"6.12"\n' },
    ],
    [
      'pairs above a table with a position that they lack',
      'Konto:,DE12\n\nZeitraum,2024\nKunde,Acme\n\nmail,n,day\na@b.co,5,2024-01-31\n',
      { keep: [1, 2], missing: 'ignore' },
      { code: 'csv/two-tables' },
    ],
    [
      'pairs above a table that is no longer than they are',
      'Kunde;Acme\nZeitraum;2024\nKonto:;DE12\n\nmail;n;day;x\na@b.co;5;2024-01-31;y\n',
      mask(0),
      { output: 'mail,n,day,x\n******,5,2024-01-31,y\n' },
    ],
    [
      'a title with a space behind its delimiter, and a note, above names',
      'People; internal\nSales report\n"Status";"to"\n"open";"a@b.co; c@d.co"\n"done";"e@f.co, g@h.co"\n',
      mask(1),
      badHeader,
    ],
    [
      'a first record with empty values above a single one',
      'H2O;x y;;Ann Lee;5-\nCO2;z;;Bob Kay;(2.6)\n',
      { header: 'auto', ...mask(3) },
      { output: 'H2O,x y,,*******,5-\nCO2,z,,*******,(2.6)\n' },
    ],
    [
      'names that come again between the records',
      'mail,sku,text\nann,B-1,x\nbob,X-2,y z\nmail,sku,text\ncy,A-3,\n',
      { header: 'auto', ...mask(0) },
      ambiguous,
    ],
  ]);
  for (const [kind, text, rule, outcome] of cases) {
    const says = 'code' in outcome ? 'is refused' : 'is read';
    it(`${says} with ${kind}`, async () => {
      const { output, error } = await editEntry(
        Buffer.from(text),
        automaticRule({ output: { delimiter: ',' }, maxBad: 'auto', names: 'loose', ...rule }),
      );
      assert.equal(error?.code, 'code' in outcome ? outcome.code : undefined);
      if ('output' in outcome) assert.equal(output.toString(), outcome.output);
    });
  }

  it('counts a last record that is too long behind an empty line as bad, not as a note', async () => {
    const text = `Ann,1,x\nBob,2,y\nCy,3,z\nDi,4,w\n\nEd,5,v,more\n`;
    const { counts } = await editEntry(Buffer.from(text), automaticRule({ header: false, ...mask(0) }));
    assert.deepEqual([counts.records.bad, counts.records.skipped], [1, 0]);
  });

  for (const note of ['Total,5,11.0', 'Made on Monday, 3 May 2024, by Ann Lee, Accounting, Bonn']) {
    it(`skips a note such as ${note}`, async () => {
      const text = `day,item,n,sum\n1/2/24,Pens,3,5.0\n1/3/24,Ink,2,6.0\n\n${note}\n`;
      const { counts } = await editEntry(Buffer.from(text), automaticRule(mask('item')));
      assert.deepEqual([counts.records.bad, counts.records.skipped], [0, 1]);
    });
  }

  it('shows a record that differs where parts of values would be cut off', async () => {
    const rule = automaticRule({ ...mask(0), ragged: 'cut' });
    const { error } = await editEntry(Buffer.from('note\nHi\nDear all, call 2\nHi, call 3\n'), rule);
    assert.match(error.message, /one is "Dear all" " call 2" or "Dear all, call 2"/);
  });

  it('counts a last record that lacks one value behind an empty line as bad, not as a note', async () => {
    const text = 'name,n,day,x\nAnn,1,2024-01-31,v\nBob,2,2024-02-01,w\nCy,3,2024-02-02,v\n\nDi,4,2024-02-03\n';
    const { counts } = await editEntry(Buffer.from(text), automaticRule(mask('name')));
    assert.deepEqual([counts.records.bad, counts.records.skipped], [1, 0]);
  });
});
