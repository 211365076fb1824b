import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fits } from './fits.js';

it('booleans are the words of Postgres and their beginnings, in any case', () => {
  const right = [
    't',
    'tr',
    'tru',
    'true',
    'f',
    'fa',
    'fal',
    'fals',
    'false',
    'y',
    'ye',
    'yes',
    'n',
    'no',
    'on',
    'of',
    'off',
  ];
  for (const value of [...right, '0', '1', ...right.map(word => word.toUpperCase()), ' True\t']) {
    assert.equal(fits('boolean', value), true, value);
  }
  for (const value of ['', ' ', 'o', 'offf', 'truee', 'wahr', '2', '00', '-1', 't f', 'T\0', 'ｔ']) {
    assert.equal(fits('boolean', value), false, value);
  }
});
