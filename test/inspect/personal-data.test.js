import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessType } from '../../src/inspect/guess-type.js';
import { findPersonalData } from '../../src/inspect/personal-data.js';
import { turnsOf } from './turns-of.js';

/** @param {Record<string, string>} table Values, separated by a bar, by name. */
async function found(table) {
  const columns = Object.entries(table).map(([name, text]) => {
    const values = text.split('|');
    return { name, type: guessType(values).type, values };
  });
  const kinds = await findPersonalData(columns);
  return Object.fromEntries(columns.map(({ name }, index) => [name, kinds[index]]));
}

test('values decide before the name does', async () => {
  assert.deepEqual(
    await found({ direccion: 'a@b.cd|e@f.gh|i@j.kl', contact: '+49 30 901820|+49 30 901821|+49 30 901822' }),
    {
      direccion: 'email',
      contact: 'phone',
    },
  );
});

test('a name and a city are personal only beside a column that is', async () => {
  const places = { name: 'Ann|Bob', city: 'Bonn|Rome' };
  assert.deepEqual(await found(places), { name: null, city: null });
  assert.deepEqual(await found({ ...places, email: 'a@b.cd|' }), { name: 'name', city: 'address', email: 'email' });
  assert.deepEqual(await found({ customer: 'C-001|C-002', email: 'a@b.cd|' }), { customer: null, email: 'email' });
  assert.deepEqual(await found({ name: 'Person 1|Person 2', email: 'a@b.cd|' }), { name: 'name', email: 'email' });
});

test('a name that the values contradict does not count', async () => {
  assert.deepEqual(
    await found({
      email: 'true|false',
      phone: 'yes|no',
      mobile: '2025-01-01|2025-01-02',
      'first name': '1|2',
      address: '7d2f5c1e-0000-4000-8000-00000000000a|7d2f5c1e-0000-4000-8000-00000000000b',
      iban: 'none|none',
      birthday: 'true|false',
      card_number: 'gold|silver',
    }),
    {
      ...{ email: null, phone: null, mobile: null, 'first name': null },
      ...{ address: null, iban: null, birthday: null, card_number: null },
    },
  );
});

test('a name counts where there are no values to contradict it, and birth dates may have any form', async () => {
  assert.deepEqual(
    await found({ email: '|', dob: '1.2.1990|3.4.1990', Geburtsdatum: '19900101|19900102', plz: '10115|20095' }),
    {
      email: 'email',
      dob: 'birth date',
      Geburtsdatum: 'birth date',
      plz: 'address',
    },
  );
});

test('columns without names are judged by their values', async () => {
  const values = ['a@b.cd', 'e@f.gh', 'i@j.kl'];
  const columns = [{ name: null, type: /** @type {const} */ ('text'), values }];
  assert.deepEqual(await findPersonalData(columns), ['email']);
});

test('the event loop gets its turns where a table has very many columns', async () => {
  const column = { name: 'n', type: /** @type {const} */ ('boolean'), values: Array(10).fill('true') };
  const { turns } = await turnsOf(() => findPersonalData(Array(4000).fill(column)));
  assert.ok(turns >= 5, `${turns} turns`);
});
