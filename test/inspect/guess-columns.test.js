import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessColumns } from '../../src/inspect/guess-columns.js';

test('columns get a type, the formats of dates, different examples, and what personal data they look like', async () => {
  const values = [['1', '1', ' 2 ', '', '3', '4'], ['31.12.1990', '', '1.1.1991'], []];
  assert.deepEqual(await guessColumns(['id', 'Geburtsdatum', null], values), [
    { type: 'integer', formats: [], examples: ['1', '2', '3'], personal: null },
    { type: 'date', formats: ['D.M.YYYY'], examples: ['31.12.1990', '1.1.1991'], personal: 'birth date' },
    { type: 'text', formats: [], examples: [], personal: null },
  ]);
});
