import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { columnsToAdd } from '../../../src/csv/transforms/set.js';

suite('columnsToAdd', () => {
  const facts = { archive: 's3://bucket/a.zip', entry: 'é/b.csv', time: new Date(Date.UTC(2026, 0, 31, 12)) };

  /** @param {string} written @param {Partial<typeof facts> | { time: null }} [other] */
  const textIn = (written, other) => {
    const [{ name, value }] = columnsToAdd([['column', written]], { ...facts, ...other });
    assert.equal(name, 'column');
    return value.toString();
  };

  test('takes a text as it is', () => {
    assert.equal(textIn('DE'), 'DE');
    assert.equal(textIn(''), '');
    assert.equal(textIn('a, "b"\n'), 'a, "b"\n');
    assert.equal(textIn('5 $'), '5 $');
  });

  test('takes the archive’s address and time, and the entry’s path', () => {
    assert.equal(textIn('$archive'), 's3://bucket/a.zip');
    assert.equal(textIn('$entry'), 'é/b.csv');
    assert.equal(textIn('$time'), '2026-01-31T12:00:00.000Z');
    assert.equal(textIn('$time', { time: null }), '');
  });

  test('leaves the record’s number to the writer', () => {
    assert.deepEqual(columnsToAdd([['line', '$record']], facts), [{ name: 'line', value: 'record' }]);
  });

  test('writes one dollar for two at the beginning', () => {
    assert.equal(textIn('$$archive'), '$archive');
    assert.equal(textIn('$$record'), '$record');
    assert.equal(textIn('$$'), '$');
    assert.equal(textIn('$$$5'), '$$5');
  });

  test('keeps the order of the recipe', () => {
    const names = columnsToAdd(
      [
        ['b', '1'],
        ['a', '2'],
        ['c', '$record'],
      ],
      facts,
    ).map(({ name }) => name);
    assert.deepEqual(names, ['b', 'a', 'c']);
  });
});
