import { createHmac } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** @import { CountryCode, NumberFormat } from 'libphonenumber-js/max' */
/** @import { InputName } from './inputs.js' */
/** @import { FIELDS } from './records.js' */

/**
 * Something to measure: a rule, and what it makes of a record.
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {InputName} input
 * @property {{ output?: { delimiter: string }, [key: string]: unknown }} csv What the rule has beside `PLAIN`.
 * @property {(record: Row) => Row | null} expect What becomes of a record; null if it is left out. The reference for all outputs,
 *   in plain JavaScript. It may change the record.
 *
 * @typedef {Record<(typeof FIELDS)[number] | 'source', string>} Row The fields in their order.
 */

/** What all rules have. */
export const PLAIN = { delimiter: ',', drop: ['note'] };

/** Of the hashes. */
export const HASH_KEY = 'the secret key of the benchmarks';

/** @returns {Case[]} The first is the plain rule, to which all others are compared. */
export function allCases() {
  return CASES.map(each => ({ input: 'plain', ...each }));
}

/**
 * @param {'us' | 'de' | 'gb' | 'few'} field
 * @param {keyof typeof STYLES | 'strip'} format
 * @param {CountryCode} country
 * @returns {Omit<Case, 'input'>}
 */
function phoneCase(field, format, country) {
  const name = `phones, ${format}, ${country}${field === 'few' ? ', few distinct' : ''}`;
  if (format === 'strip') {
    const expect = (/** @type {Row} */ record) => dropNote({ ...record, [field]: strip(record[field]) });
    return { name, csv: { phones: [{ field, format }] }, expect };
  }
  return {
    name,
    csv: { phones: [phone(field, format, country)] },
    expect: record => dropNote(withPhone(record, field, STYLES[format], country)),
  };
}

/** @param {string} number */
function strip(number) {
  return number.replace(/[\sx().-]/g, '');
}

/** @param {string} field @param {string} format @param {string} country */
function phone(field, format, country) {
  return { field, format, country };
}

/** @param {Row} record @returns {Row} */
function dropNote({ note: _, ...others }) {
  return /** @type {Row} */ (others);
}

/** @param {Row} record @returns {Row} */
function keepFigures({ id, email, born, age, amount, plan }) {
  return /** @type {Row} */ ({ id, email, born, age, amount, plan });
}

/**
 * @param {Row} record
 * @param {'us' | 'de' | 'gb' | 'few'} field
 * @param {NumberFormat} style
 * @param {CountryCode} country
 */
function withPhone(record, field, style, country) {
  const number = parsePhoneNumberFromString(record[field], { defaultCountry: country, extract: false });
  return number?.isValid() ? { ...record, [field]: number.format(style) } : record;
}

/** @param {Row} record */
function withDate(record) {
  return { ...record, born: record.born.split('.').reverse().join('-') };
}

/**
 * @param {Row} record
 * @param {string} [within] Written before and behind the name.
 * @returns {Row} As RFC 4180.
 */
function withQuotes(record, within = '') {
  const values = Object.entries({ ...record, name: `${within}${record.name}${within}` });
  return /** @type {Row} */ (Object.fromEntries(values.map(([field, value]) => [field, `"${value}"`])));
}

/** @param {Row} record */
function withMask(record) {
  return { ...record, iban: record.iban.slice(-4).padStart(record.iban.length, '*') };
}

/** @param {Row} record */
function withHash(record) {
  return { ...record, email: createHmac('sha256', HASH_KEY).update(record.email).digest('hex') };
}

/** @param {Row} record Its phones are as they are to be. */
function withNine(record) {
  if (Number(record.amount) < 1) return null;
  return { ...dropNote(withHash(withMask(withDate(record)))), source: 'bench' };
}

const DATES = { dates: [{ field: 'born', from: 'DD.MM.YYYY' }] };
const MASK = { mask: [{ field: 'iban', keepLast: 4 }] };

/** Ten transforms but for the phones. */
const NINE = {
  ...{ trim: true, require: ['email'], where: { field: 'amount', gte: 1 }, ...DATES, ...MASK, hash: ['email'] },
  ...{ set: { source: 'bench' }, rename: { few: 'other' } },
};

/** @type {Record<'e164' | 'international' | 'national' | 'rfc3966', NumberFormat>} */
const STYLES = { e164: 'E.164', international: 'INTERNATIONAL', national: 'NATIONAL', rfc3966: 'RFC3966' };

const PHONES = /** @type {const} */ ([
  ['us', 'strip', 'US'],
  ['us', 'e164', 'US'],
  ['us', 'international', 'US'],
  ['us', 'national', 'US'],
  ['us', 'rfc3966', 'US'],
  ['de', 'e164', 'DE'],
  ['de', 'international', 'DE'],
  ['gb', 'e164', 'GB'],
  ['gb', 'national', 'GB'],
  ['few', 'e164', 'US'],
  ['few', 'international', 'US'],
]);

/** @type {(Omit<Case, 'input'> & Partial<Case>)[]} */
const CASES = [
  { name: 'plain', csv: {}, expect: dropNote },
  ...PHONES.map(([field, format, country]) => phoneCase(field, format, country)),
  {
    name: 'trim',
    csv: { trim: true },
    expect: dropNote,
  },
  {
    name: 'where, a text',
    csv: { where: { field: 'plan', in: ['pro', 'team'] } },
    expect: record => (['pro', 'team'].includes(record.plan) ? dropNote(record) : null),
  },
  {
    name: 'where, a number',
    csv: { where: { field: 'amount', gte: 100.5 } },
    expect: record => (Number(record.amount) >= 100.5 ? dropNote(record) : null),
  },
  {
    name: 'where, matches',
    csv: { where: { field: 'email', matches: '^[a-j].*[0-9]@example' } },
    expect: record => (/^[a-j].*[0-9]@example/.test(record.email) ? dropNote(record) : null),
  },
  { name: 'dates', csv: DATES, expect: record => dropNote(withDate(record)) },
  { name: 'hash', csv: { hash: ['email'] }, expect: record => dropNote(withHash(record)) },
  { name: 'mask', csv: MASK, expect: record => dropNote(withMask(record)) },
  {
    name: 'set',
    csv: { set: { source: 'bench' } },
    expect: record => ({ ...dropNote(record), source: 'bench' }),
  },
  {
    name: 'rename',
    csv: { rename: { us: 'phone' } },
    expect: dropNote,
  },
  {
    name: 'types of columns',
    csv: { columns: { id: 'bigint', amount: 'numeric', age: 'integer' } },
    expect: dropNote,
  },
  {
    name: 'another delimiter',
    csv: { output: { delimiter: ';' } },
    expect: dropNote,
  },
  { name: 'UTF-16', input: 'utf16le', csv: {}, expect: dropNote },
  { name: 'windows-1252', input: 'latin1', csv: { encoding: 'windows-1252' }, expect: dropNote },
  { name: 'fields in "', input: 'quotes', csv: {}, expect: record => dropNote(withQuotes(record)) },
  { name: "fields in '", input: 'apostrophes', csv: {}, expect: record => dropNote(withQuotes(record)) },
  {
    name: 'backslashes before quotes',
    input: 'backslashes',
    csv: {},
    expect: record => dropNote(withQuotes(record, '""')),
  },
  { name: '|| between fields', input: 'pipes', csv: { delimiter: '||' }, expect: dropNote },
  {
    name: 'recipe: customers',
    csv: { trim: true, require: ['email'], phones: [phone('us', 'e164', 'US')], ...DATES, ...MASK },
    expect: record => dropNote(withMask(withDate(withPhone(record, 'us', 'E.164', 'US')))),
  },
  {
    name: 'recipe: figures without names',
    csv: {
      where: { field: 'age', lt: 65 },
      hash: ['email'],
      drop: ['note', 'name', 'us', 'de', 'gb', 'few', 'iban'],
    },
    expect: record => (Number(record.age) < 65 ? keepFigures(withHash(record)) : null),
  },
  {
    name: 'recipe: ten transforms',
    csv: { ...NINE, phones: [phone('us', 'international', 'US'), phone('de', 'e164', 'DE')] },
    expect: record => withNine(withPhone(withPhone(record, 'us', 'INTERNATIONAL', 'US'), 'de', 'E.164', 'DE')),
  },
  {
    name: 'recipe: ten transforms, phones stripped',
    csv: { ...NINE, phones: ['us', 'de'].map(field => ({ field, format: 'strip' })) },
    expect: record => withNine({ ...record, us: strip(record.us), de: strip(record.de) }),
  },
];
