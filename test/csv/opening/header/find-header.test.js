import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinNames } from '../../../../src/csv/opening/header/join-names.js';
import { Opening } from '../../../../src/csv/opening/opening.js';
import { automaticRule } from '../../dialects.js';

describe('the header that is found by its looks', () => {
  /** @type {[title: string, text: string, names: string[] | null, skipped?: number][]} */
  const cases = [
    ['above numbers', 'id,name\n1,a\n2,b\n', ['id', 'name']],
    ['above text', 'name,city\nanna,Rome\nbert,Oslo\ncarl,Rome\n', ['name', 'city']],
    ['alone', 'name,city\n', ['name', 'city']],
    ['of years', 'Region,2019,2020\nNorth,12,13\nSouth,11,14\n', ['Region', '2019', '2020']],
    ['with an empty name', ',a,b\nx,1,2\ny,3,4\n', ['', 'a', 'b']],
    ['that is absent, above numbers', '1,a,2.5\n2,b,3.5\n', null],
    ['that is absent, above dates', '2024-01-01;a\n2024-01-02;b\n', null],
    ['that is absent, above repeated text', 'anna,Rome\nbert,Oslo\nanna,Rome\nbert,Oslo\n', null],
    ['that is absent, above codes', 'AB-01,x-1\nCD-02,y-2\nEF-03,z-3\nGH-04,q-9\n', null],
    ['that is absent, in one record', '1,2,3\n', null],
    [
      'below titles',
      'Expenses,,,,\nQuarter 1,,,,\n,,,,\nDate,Who,What,Cost,VAT\n2024-01-01,a,b,1,2\n2024-01-02,c,d,3,4\n',
      ['Date', 'Who', 'What', 'Cost', 'VAT'],
      3,
    ],
    [
      'of two names below a title of two cells',
      'Created as a new data set,Sample 22\ncm-1,%T\n400.5,98.1\n401.0,97.9\n401.5,97.7\n',
      ['cm-1', '%T'],
      1,
    ],
    [
      'below notes in pairs',
      'Body,Health,,,\nMonth,June,,,\n,,,,\nDate,Who,What,Cost,VAT\n2024-01-01,a,b,1,2\n2024-01-02,c,d,3,4\n',
      ['Date', 'Who', 'What', 'Cost', 'VAT'],
      3,
    ],
    [
      'below a title of one field',
      'Expenses of 2024\n\nDate,Who,Cost\n2024-01-01,a,1\n2024-01-02,c,3\n',
      ['Date', 'Who', 'Cost'],
      1,
    ],
    [
      'over two rows, with merged cells',
      'DATE,TRAVEL,,,OTHER\n,Air,Rail,Taxi,\n2024-01-01,1,2,3,4\n2024-01-02,5,6,7,8\n',
      ['DATE', 'TRAVEL Air', 'TRAVEL Rail', 'TRAVEL Taxi', 'OTHER'],
    ],
    [
      'over two rows, with one merged cell',
      'TRAVEL,,\nAir,Rail,Taxi\n1,2,3\n4,5,6\n',
      ['TRAVEL Air', 'TRAVEL Rail', 'TRAVEL Taxi'],
    ],
    [
      'over two rows that are the same',
      'DATE,COST\nDATE,COST\n2024-01-01,3\n2024-02-02,4\n',
      ['DATE DATE', 'COST COST'],
    ],
    ['with units below', 'time,voltage\ns,V\n0.1,2\n0.2,3\n', ['time s', 'voltage V']],
    [
      'over three rows',
      'PLAN,,ACTUAL,\nQ1,,Q1,\nunits,cost,units,cost\n1,2,3,4\n5,6,7,8\n9,1,2,3\n',
      ['PLAN Q1 units', 'PLAN Q1 cost', 'ACTUAL Q1 units', 'ACTUAL Q1 cost'],
    ],
    ['above a record without its numbers', 'id,score\nx1,n/a\nx2,5\nx3,6\nx4,7\n', ['id', 'score']],
    [
      'above a record that lacks values',
      'name,born,score\nanna,,\nbert,2001-01-02,5\ncid,2002-03-04,6\ndan,2003-03-03,7\n',
      ['name', 'born', 'score'],
    ],
    [
      'nowhere, if the first record has only a value like the one below',
      '|912 Main St|\nx|9 Main St|\ny|914 Main St|1\n|5 Main St|2\n',
      null,
    ],
    ['in one column', 'amount\n1\n2\n', ['amount']],
  ];
  for (const [title, text, names, skipped = 0] of cases) {
    it(title, () => {
      const { opened } = new Opening(automaticRule({ header: 'auto' }), 1 << 24).read(Buffer.from(text), true);
      assert.deepEqual(opened?.names, names);
      assert.equal(opened?.skipped.length, skipped);
      assert.equal(opened?.dialect.headerRows === 0, names === null);
    });
  }

  it('is written as one row', () => {
    const text = 'DATE,"A, B",\r\n,x,y\r\n2024-01-01,1,2\r\n2024-01-02,3,4\r\n';
    const { opened, used } = new Opening(automaticRule({ header: 'auto' }), 1 << 24).read(Buffer.from(text), true);
    assert.equal(opened?.header?.toString(), 'DATE,"A, B x","A, B y"\r\n');
    assert.equal(opened?.dialect.headerRows, 2);
    assert.equal(used, text.indexOf('2024'));
  });
});

describe('joinNames', () => {
  it('repeats a merged cell over the cells beside it, but not one that was merged with the cell below', () => {
    const rows = [
      ['a', 'b', '', 'c', ''],
      ['', 'x', 'y', 'z', ''],
    ];
    assert.deepEqual(joinNames(rows), ['a', 'b x', 'b y', 'c z', '']);
  });
});
