import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faker } from '@faker-js/faker/locale/en';
import { parse } from 'csv-parse/sync';
import { ByteWriter } from '../../../../scripts/generate-data/byte-writer.js';
import { createRowWriter, FIELD_NAMES } from '../../../../scripts/generate-data/people-rows.js';

const ROWS = 6000;

for (const delimiter of ['|', ',', ' ', 'e']) {
  test(`rows with the delimiter ${JSON.stringify(delimiter)} parse to 14 fields`, () => {
    const records = makeRecords(500, delimiter);
    assert.equal(records.length, 500);
    assert.deepEqual(records, makeRecords(500, '|'));
    assert.ok(records.every(record => record.length === 14));
  });
}

test('fields are empty with the intended probability', () => {
  const records = makeRecords(ROWS, '|');
  const shares = {
    email: 0.85,
    user_name: 0.45,
    phone: 0.75,
    city: 0.65,
    notes: 0.55,
    sentence: 0.75,
    paragraph: 0.85,
  };
  for (const [index, name] of FIELD_NAMES.entries()) {
    const share = records.filter(record => record[index] !== '').length / ROWS;
    const expected = new Map(Object.entries(shares)).get(name) ?? 1;
    assert.ok(Math.abs(share - expected) < 0.02, `${name} has something in ${share} of the rows, not ${expected}`);
  }
});

test('fields are as long and as varied as those of Faker’s own functions', () => {
  const own = makeRecords(ROWS, '|');
  faker.seed(99);
  for (const [index, name] of FIELD_NAMES.entries()) {
    const mine = own.map(record => record[index]).filter(field => field !== '');
    const theirs = mine.map(MODULES[index]);
    assert.ok(Math.abs(meanLength(mine) / meanLength(theirs) - 1) < 0.03, `${name} has another length`);
    assert.ok(Math.abs(new Set(mine).size / new Set(theirs).size - 1) < 0.05, `${name} has other values`);
    const known = new Set(theirs.join(''));
    assert.deepEqual(
      [...new Set(mine.join(''))].filter(character => !known.has(character)),
      [],
      `${name} has other characters`,
    );
  }
});

test('three quarters of the phones have an extension', () => {
  const phones = makeRecords(ROWS, '|')
    .map(record => record[4])
    .filter(phone => phone !== '');
  const share = phones.filter(phone => / x\d{3,5}$/.test(phone)).length / phones.length;
  assert.ok(Math.abs(share - 0.75) < 0.02, `${share}`);
});

test('quotes and line ends are quoted, and an overflow is an error', () => {
  const special = new Uint8Array(256);
  for (const byte of Buffer.from('|"\r\n')) special[byte] = 1;
  const writer = new ByteWriter(64);
  for (const field of ['a"b', 'c\nd', '"', 'plain']) {
    const start = writer.length;
    writer.ascii(field);
    writer.quoteWhereNeeded(start, special);
    writer.byte(0x7c);
  }
  assert.equal(Buffer.from(writer.take()).toString(), '"a""b"|"c\nd"|""""|plain|');
  writer.ascii('x'.repeat(65));
  assert.throws(() => writer.take(), RangeError);
});

/** @type {(() => string)[]} */
const MODULES = [
  () => faker.person.lastName(),
  () => faker.person.lastName(),
  () => faker.internet.email(),
  () => faker.internet.username(),
  () => faker.phone.number(),
  () => faker.hacker.phrase(),
  () => faker.location.country(),
  () => faker.location.city(),
  () => faker.person.jobTitle(),
  () => faker.company.name(),
  () => faker.company.catchPhrase(),
  () => faker.lorem.paragraphs(3, ' '),
  () => faker.lorem.sentence(),
  () => faker.lorem.paragraph(),
];

/**
 * @param {number} rows
 * @param {string} delimiter
 * @returns {string[][]}
 */
function makeRecords(rows, delimiter) {
  const out = new ByteWriter(rows * 4096);
  const writeRow = createRowWriter(faker, out, delimiter);
  faker.seed([1337, 0]);
  for (let row = 0; row < rows; row++) writeRow();
  return parse(Buffer.from(out.take()), { delimiter });
}

/** @param {string[]} fields */
function meanLength(fields) {
  return fields.join('').length / fields.length;
}
