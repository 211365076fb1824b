import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isData, isUnlikeAll, shapeOf } from '../../../../src/csv/opening/header/cell-shape.js';
import fc from '../../../support/fast-check.js';

describe('isData', () => {
  const data = [
    ...['0', '-1.5', '+.5', '1e-9', '1,234.50', "1'234", '1 234', '$5', '-€ 7', '12 %', '(3.50)', '9.99 EUR'],
    ...[
      '2024-01-31',
      '31.01.2024',
      '1/2',
      '2024-01-31T10:00:00Z',
      '1 Jan 2024',
      'January 31, 2024',
      '1/Jan/24 10:30 AM',
      'Jan 31, 2024, 7:00:11 PM',
      '10:30',
      '9:05 PM',
    ],
    ...['+1 (555) 010-9999', 'ann@example.org', 'https://example.org/a?b', 's3://bucket/key', 'TRUE', 'false'],
    '123e4567-e89b-12d3-a456-426614174000',
  ];
  for (const value of data) {
    it(`takes ${value} for data, with space around it too`, () => {
      assert.ok(isData(value));
      assert.ok(isData(` ${value}\t`));
    });
  }

  const names = [
    '',
    ' ',
    'id',
    'phone 1',
    'Größe',
    'e-mail',
    'a@b',
    '2nd address',
    'v1.0',
    'x_1',
    '-',
    'true?',
    'http:',
  ];
  for (const value of names) {
    it(`does not take ${JSON.stringify(value)} for data`, () => assert.ok(!isData(value)));
  }

  it('goes once through NULs within a value, however many there are', { timeout: 30_000 }, () => {
    assert.ok(isData(`7${'\0'.repeat(300_000)}`));
    assert.ok(!isData(`7${'\0'.repeat(300_000)}7`));
  });

  it('takes numbers and ISO dates of any size for data', () => {
    const dates = fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map(date => date.toISOString());
    fc.assert(fc.property(fc.oneof(fc.integer().map(String), fc.bigInt().map(String), dates), isData));
  });

  it('does not take what is longer than 200 characters for data', () => {
    assert.ok(isData('1'.repeat(200)));
    assert.ok(!isData('1'.repeat(201)));
  });
});

describe('shapeOf', () => {
  it('keeps the number of digits and the punctuation, and no letter', () => {
    assert.equal(shapeOf(' Größe-12b/é '), 'a-00a/a');
    assert.equal(shapeOf('2024-01-31'), shapeOf('1999-12-01'));
    assert.notEqual(shapeOf('12'), shapeOf('123'));
  });

  it('is its own shape', () => {
    fc.assert(fc.property(fc.string(), value => assert.equal(shapeOf(shapeOf(value)), shapeOf(value))));
  });
});

describe('isUnlikeAll', () => {
  it('tells a name from codes, however many digits these have', () => {
    assert.ok(isUnlikeAll('Key', ['AB-9', 'AB-10']));
    assert.ok(!isUnlikeAll('Key', ['AB-9', 'AB/10']));
    assert.ok(!isUnlikeAll('Key', ['Ann', 'Bob']));
  });

  it('takes no code for the name of others, nor a value that is empty', () => {
    assert.ok(!isUnlikeAll('AB9', ['AB-9', 'AB-10']));
    assert.ok(!isUnlikeAll(' ', ['AB-9', 'AB-10']));
  });
});
