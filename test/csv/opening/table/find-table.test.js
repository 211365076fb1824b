import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTable } from '../../../../src/csv/opening/table/find-table.js';
import fc from '../../../support/fast-check.js';

/** @import { TableOptions } from '../../../../src/csv/opening/table/table.js' */

describe('findTable', () => {
  it('takes the first record for the header, and those with as many fields for good', () => {
    const { first, width, good, bad, share } = found('a,b\n1,2\n3\n"4"x,5\n\n6,7\n');
    assert.deepEqual({ first, width, good, bad, share }, { first: 0, width: 2, good: 2, bad: 2, share: 3 / 5 });
  });

  it('finds no table in an empty entry', () => {
    const { first, width, good, bad } = found('\n\n');
    assert.deepEqual({ first, width, good, bad }, { first: 0, width: 0, good: 0, bad: 0 });
  });

  it('leaves out a last record that is cut, unless it is the only one', () => {
    assert.equal(found('a,b\n1,2\n3', {}, false).bad, 0);
    assert.equal(found('a,b\n1,2\n3').bad, 1);
    assert.equal(found('a,b', {}, false).width, 2);
  });

  it('does not count lines with # that are no good records, if they may be comments', () => {
    const text = 'a,b\n# x\n#,1\n1,2\n';
    const { good, bad } = found(text, { hashes: true });
    assert.deepEqual([good, bad], [2, 0]);
    assert.equal(found(text).bad, 1);
  });

  for (const [text, trailingDelimiter, emptyLastName, width] of /** @type {const} */ ([
    ['a,b\n1,2,\n3,4,\n', true, false, 2],
    ['a,b\n1,2,3\n3,4,5\n', false, false, 2],
    ['a,b\n1,2,\n3,4\n', false, false, 2],
    ['a,b,\n1,2\n3,4\n', false, true, 2],
    ['a,b,\n1,2\n3,4,\n', false, false, 3],
    ['a,b,c\n1,2\n3,4\n', false, false, 3],
    ['a,"\n1\n2\n', false, false, 2],
  ])) {
    it(`compares how header and records end: ${JSON.stringify(text)}`, () => {
      const table = found(text);
      assert.deepEqual(
        [table.trailingDelimiter, table.emptyLastName, table.width],
        [trailingDelimiter, emptyLastName, width],
      );
      const isWithoutHeader = found(text, { named: false });
      assert.deepEqual([isWithoutHeader.trailingDelimiter, isWithoutHeader.emptyLastName], [false, false]);
    });
  }

  for (const [title, text, first] of /** @type {[title: string, text: string, first: number][]} */ ([
    ['a line of text', 'Report\nid,name,age\n1,Ann,20\n2,Bob,30\n', 1],
    [
      'several lines, one of them with a delimiter',
      'Report\nMay, 2024\nid,name,age,city\n1,Ann,20,Rome\n2,Bob,30,Bonn\n',
      2,
    ],
    ['keys and values', 'From,x\nTo,y\nid,name,sex,age\na,Ann,f,20\nb,Bob,m,30\n', 2],
    ['prose', 'All people of one city\nid,name,city\na,Ann,Rome\nb,Bob,Bonn\n', 1],
    ['an empty line', 'People\n\nid,name,city\na,Ann,Rome\nb,Bob,Bonn\n', 1],
    ['a comment', '#people\nid,name,city\na,Ann,Rome\nb,Bob,Bonn\n', 1],
  ])) {
    it(`finds a table behind ${title}`, () => {
      assert.equal(found(text).first, first);
      assert.equal(found(text, { skips: false }).first, 0);
    });
  }

  for (const [title, text] of [
    ['a header with a field less', 'id,name\n1,Ann,x\n2,Bob,y\n'],
    ['a header with another delimiter', 'id;name;age\n1,Ann,20\n2,Bob,30\n'],
    ['a line that lacks a field', 'May,2024\nid,name,age\n1,Ann,20\n2,Bob,30\n'],
    ['a line before mostly bad records', 'x\nid,name,age\n1,Ann,20\n1,2\n3,4\n'],
    ['another table', 'a,b,c\n1,2,3\n4,5,6\n7,8,9\nd,e\n1,2\n3,4\n5,6\n7,8\n'],
    ['a name above records with addresses', 'email\nanna@x.de,Anna,Lee\nbob@x.de,Bob,Fox\n'],
    ['names above records with numbers', 'id,x\n0,b,c,d\n1,b,c,d\n'],
    ['a name above records that have no numbers', 'name\nAnna,Lee\nBob,Fox\n'],
    ['a plain name above records with a gap', 'email\nAnna,Lee,unknown yet\nBob,Fox,12\nEve,Kay,13\n'],
    ['a name of several words', 'full name of the customer\nLee,Anna\nFox,Bob\n'],
    ['a name above records that are all set apart', 'name\n\nAnna,Lee\n\nBob,Fox\n'],
    ['records that are no names', 'id,name,age\n1,Ann\n2,Bob\n3,Eve\n'],
  ]) {
    it(`does not take ${title} for a preamble`, () => assert.equal(found(text).first, 0));
  }

  it('does not take a line for a preamble that holds a name which the rule uses and the header lacks', () => {
    const text = 'All people of one city;E-Mail\nid,name,age\na,Ann,20\nb,Bob,30\n';
    assert.equal(found(text, { used: ['phone', 'name'] }).first, 1);
    assert.equal(found(text, { used: ['e-mail'] }).first, 0);
    assert.equal(found('#email\nid,name,age\na,Ann,20\nb,Bob,30\n', { used: ['email'] }).first, 0);
    assert.equal(found(text, { used: ['e-mail'], sure: false }).first, 0);
  });

  it('finds every record of a sound table, wherever quotes, hashes and delimiters stand in it', () => {
    const value = fc.array(fc.constantFrom('a', '1', ',', '"', '\n', '#', "'", '\\', ' '), { maxLength: 5 });
    const cell = value.map(parts => `"${parts.join('').replaceAll('"', '""')}"`);
    const tables = fc
      .integer({ min: 1, max: 4 })
      .chain(width => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }));
    const property = fc.property(tables, rows => {
      const table = found(rows.map(cells => `${cells.join(',')}\n`).join(''), { hashes: true });
      const { first, width, good, bad, share } = table;
      assert.deepEqual(
        { first, width, good, bad, share },
        { first: 0, width: rows[0].length, good: rows.length - 1, bad: 0, share: 1 },
      );
    });
    fc.assert(property);
  });
});

/**
 * @param {string} text
 * @param {Partial<TableOptions>} [options]
 * @param {boolean} [whole]
 */
function found(text, options, whole = true) {
  const reading = { delimiter: ',', quote: '"', escape: 'double', spaces: false, cr: false, comments: null };
  return findTable({ text, whole }, /** @type {any} */ (reading), {
    named: true,
    sure: true,
    used: [],
    skips: true,
    hashes: false,
    ...options,
  });
}
