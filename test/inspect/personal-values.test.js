import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakerDE, fakerEN_US, fakerFR } from '@faker-js/faker';
import { personalByValues } from '../../src/inspect/personal-values.js';
import fc, { caseCount } from '../support/fast-check.js';

/** @type {[values: string, kind: string | null][]} Values are separated by a bar. */
const CASES = [
  ['ann@example.com|b.o+b@mail.example.co.uk|x@müller.de', 'email'],
  ['Ann <ann@example.com>|mailto:bob@example.com|c@d.e', 'email'],
  ['a@b.c|a@b.c|a@b.c|a@b.c|none', 'email'],
  ['a@b.c|a@b.c|a@b.c|none', null],
  ['a@b.c|d@e.f', 'email'],
  ['@ann|@bob|@cem', null],
  ['a@b|c@d|e@f', null],
  ['DE89 3704 0044 0532 0130 00|GB82WEST12345698765432|NO9386011117947', 'iban'],
  ['DE88370400440532013000|GB81WEST12345698765432|NO9386011117948', null],
  ['DE893704004405320130|GB82WEST123456987654|NO93860111179', null],
  ['ZZ89370400440532013000|ZZ89370400440532013000|ZZ89370400440532013000', null],
  ['4111111111111111|5500-0000-0000-0004|3400 000000 00009', 'card'],
  ['4111111111111111|4111111111111111|4111111111111111', null],
  ['4111111111111112|5500000000000005|340000000000008', null],
  ['4006381333931|4006381333948|4006381333955', null],
  ['1000000000000008|1000000000000016|1000000000000024', null],
  ['490154203237518|356938035643809|352099001761481', null],
  ['123-45-6789|078-05-1120|899-99-9999', 'ssn'],
  ['000-45-6789|666-05-1120|900-99-9999', null],
  ['123-00-6789|123-45-0000|123-45-678', null],
  ['123456789|223456789|323456789', null],
  ['+49 30 901820|+1 202-456-1111|0033 1 42 92 81 00', 'phone'],
  ['(202) 456-1111|202-456-1414|1-202-456-1111 x12', 'phone'],
  ['030 901820|(030) 90182-0|0151/23456789', 'phone'],
  ['01 42 92 81 00|06 12 34 56 78|04.91.12.34.56', 'phone'],
  ['612 34 56 78|912 345 678|698 76 54 32', 'phone'],
  ['2024561111|2024561414|2024561212', null],
  ['2025-000123|2025-000124|2025-000125', null],
  ['2025-01-05|2025-02-05|2025-03-05', null],
  ['01.02.2025|03.04.2025|05.06.2025', null],
  ['192.168.0.1|10.0.0.1|172.16.0.1', null],
  ['12:30:00|13:30:00|14:30:00', null],
  ['978-3-16-148410-0|978-0-306-40615-7|978-1-4028-9462-6', null],
  ['000-123-456|000-123-457|000-123-458', null],
  ['+1|+2|+3', null],
  ['|||', null],
  ['a|b|c', null],
];
for (const [values, kind] of CASES) {
  test(`${JSON.stringify(values.split('|'))} ${kind === null ? 'are not personal' : `are of the kind ${kind}`}`, async () => {
    assert.equal(await personalByValues(values.split('|')), kind);
  });
}

test('random emails, IBANs, cards and phones are recognized', async () => {
  for (const faker of [fakerEN_US, fakerDE, fakerFR]) {
    faker.seed(15);
    const made = (/** @type {() => string} */ make) => Array.from({ length: 50 }, make);
    assert.equal(await personalByValues(made(() => faker.internet.email())), 'email');
    assert.equal(await personalByValues(made(() => faker.finance.iban())), 'iban');
    assert.equal(await personalByValues(made(() => faker.phone.number({ style: 'international' }))), 'phone');
    assert.equal(await personalByValues(made(() => faker.phone.number({ style: 'national' }))), 'phone');
    const issuers = ['visa', 'mastercard', 'american_express', 'discover'];
    for (const issuer of issuers) {
      assert.equal(await personalByValues(made(() => faker.finance.creditCardNumber(issuer))), 'card', issuer);
    }
  }
});

test('order numbers are not cards, whatever number they begin with', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt({ min: 10n ** 11n, max: 10n ** 19n }),
      fc.integer({ min: 1, max: 10 }),
      async (first, step) => {
        const numbers = Array.from({ length: 20 }, (_, index) => String(first + BigInt(index * step)));
        assert.equal(await personalByValues(numbers), null);
      },
    ),
  );
});

test('random digits, amounts, dates and words are not personal', async () => {
  const digits = fc.stringMatching(/^\d{6,19}$/);
  const amount = fc.double({ min: 0, max: 1e6, noNaN: true }).map(value => value.toFixed(2));
  const date = fc
    .date({ min: new Date('1970-01-01'), max: new Date('2068-01-01'), noInvalidDate: true })
    .map(value => value.toISOString());
  const ids = fc
    .tuple(fc.integer({ min: 1990, max: 2030 }), fc.stringMatching(/^\d{4,7}$/))
    .map(parts => parts.join('-'));
  for (const values of [
    digits,
    amount,
    date,
    date.map(text => text.slice(0, 10)),
    ids,
    fc.lorem(),
    fc.uuid(),
    fc.ipV4(),
  ]) {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(values, { minLength: 10, maxLength: 30 }), async made => {
        assert.equal(await personalByValues(made), null);
      }),
      { numRuns: caseCount(50) },
    );
  }
});

test('a fifth of other values does no harm, more does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(40), fc.nat(40), async (emails, others) => {
      const values = [...Array(emails).fill('a@b.cd'), ...Array(others).fill('?'), '', ''];
      const isMost = emails > 0 && others <= (emails + others) / 5;
      assert.equal(await personalByValues(values), isMost ? 'email' : null);
    }),
  );
});

test('the name of a column speaks for cards, of which other numbers look the same', async () => {
  const card = '4111 1111 1111 1111';
  assert.equal(await personalByValues([card, card, card], 'Card'), 'card');
  assert.equal(await personalByValues([card], 'karte'), 'card');
  assert.equal(await personalByValues([card, card, card], 'order'), null);
  assert.equal(await personalByValues(['4111 1111 1111 1112'], 'card'), null);
});

test('values of any length take little time', async () => {
  for (const part of ['a', '@', 'a@', 'a.', '1', '1 ', '+1 ', '(', '0', ' ', 'DE12 ', '4111-']) {
    for (const length of [300, 1_000_000])
      await personalByValues(Array(100).fill(part.repeat(length).slice(0, length)));
  }
});
