import { AssertionError } from 'node:assert/strict';
import { getCountries } from 'libphonenumber-js/max';
import { E164_BYTES } from '../../src/phone/e164-writer.js';
import { createPhoneFormatter } from '../../src/phone/formatter.js';
import { NO_NUMBER, UNKNOWN } from '../../src/phone/read-digits.js';
import { drawPhone } from './phone-case.js';

/** @import { PhoneFormatter } from '../../src/phone/formatter.js' */

export const name = 'phones';

/**
 * Formats one text as a phone number, with a default country or none, from its bytes and with libphonenumber-js.
 *
 * @param {number} seed 32 bits. It decides everything.
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {AssertionError} Where the answers differ.
 */
export function tryCase(seed) {
  return tryCaseIn(COUNTRIES[seed % COUNTRIES.length], seed);
}

/**
 * @param {string | null} country The default one.
 * @param {number} seed
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {AssertionError}
 */
export async function tryCaseIn(country, seed) {
  const { kind, text } = drawPhone(seed, country);
  const format = await formatterOf(country);
  return { category: kind, outcome: judge(format, text, `${country}, seed ${seed}`) };
}

/**
 * @param {NonNullable<PhoneFormatter>} format
 * @param {string} text
 * @param {string} where
 * @returns {string} What became of the text.
 * @throws {AssertionError} The result is not that of libphonenumber-js.
 */
export function judge(format, text, where) {
  const bytes = Buffer.from(`1${text}2`);
  const before = Buffer.from(bytes);
  const length = format.e164?.write(bytes, 1, bytes.length - 1, target) ?? UNKNOWN;
  if (!bytes.equals(before)) throw new AssertionError({ message: `${where}: ${JSON.stringify(text)} is written to` });
  if (length === UNKNOWN) return 'right: left to libphonenumber-js';
  const written = length === NO_NUMBER ? null : target.toString('latin1', 0, length);
  const expected = format(text);
  if (written !== expected) {
    throw new AssertionError({ message: `${where}: ${JSON.stringify(text)} is ${expected}, not ${written}` });
  }
  return written === null ? 'right: no number' : 'right: a number';
}

/** @param {string | null} country */
async function formatterOf(country) {
  const known = formatters.get(country);
  if (known) return known;
  const format = await createPhoneFormatter({ format: 'e164', country });
  formatters.set(country, format);
  return format;
}

/** @type {Map<string | null, NonNullable<PhoneFormatter>>} */
const formatters = new Map();
const target = Buffer.alloc(E164_BYTES);
const COUNTRIES = [...getCountries(), null];
