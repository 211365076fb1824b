import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNamedLikeCsv, looksLikeTable, looksLikeText } from '../../src/inspect/looks-like-csv.js';

test('names are surely CSV, maybe, or not', () => {
  const names = {
    surely: ['a.csv', 'x/B.CSV', 'a.tsv', 'a.tab', 'a.psv'],
    maybe: ['a.txt', 'a.dat', 'export', 'x.y/README', 'a.csv.bak', 'a.csv.1', 'a.csv_old', 'log.log'],
    no: ['a.json', 'a.xml', 'a.pdf', 'a.zip', 'a.csv.gz.png', '.DS_Store', 'x/.hidden.csv', '__MACOSX/a.csv', 'a.xlsx'],
  };
  for (const [expected, list] of Object.entries(names)) {
    for (const name of list) assert.deepEqual([name, isNamedLikeCsv(name)], [name, expected]);
  }
});

test('text is told from other content by its first bytes', () => {
  const texts = ['a,b\n1,2\n', '\ufeffa;b\n', 'naïve,ü\n', '{id},{name}\n', '[x],[y]\n1,2\n', '<5,>5\n1,2\n', ''];
  const others = [
    '{"a": 1}',
    ' [{"a":1}]',
    '[[1,2]]',
    '<?xml version="1.0"?>',
    '<!DOCTYPE html>',
    '<html>',
    '%PDF-1.7',
    'a\0b\0c',
    '\x01\x02',
  ];
  for (const text of texts) assert.deepEqual([text, looksLikeText(Buffer.from(text))], [text, true]);
  for (const text of others) assert.deepEqual([text, looksLikeText(Buffer.from(text))], [text, false]);
  assert.ok(looksLikeText(Buffer.from('\ufeffa;b\n1;2\n', 'utf16le')));
  assert.ok(!looksLikeText(Buffer.from('\ufeff<?xml version="1.0"?>', 'utf16le')));
});

test('a table has records of one width; where the name says so, anything is one', () => {
  const sample = { names: ['a', 'b'], width: 2, recordsRead: 10, recordsBad: 0 };
  assert.ok(looksLikeTable(sample, 'maybe'));
  assert.ok(!looksLikeTable({ ...sample, recordsBad: 3 }, 'maybe'));
  assert.ok(!looksLikeTable({ ...sample, width: 1 }, 'maybe'));
  assert.ok(!looksLikeTable({ ...sample, names: null, recordsRead: 1 }, 'maybe'));
  assert.ok(looksLikeTable({ ...sample, width: 1, recordsBad: 3 }, 'surely'));
  assert.ok(!looksLikeTable({ ...sample, width: 0 }, 'surely'));
});
