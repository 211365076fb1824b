import { AssertionError } from 'node:assert/strict';
import { getCountries } from 'libphonenumber-js/max';
import { createPhoneFormatter } from '../../src/phone/formatter.js';
import { NO_NUMBER, UNKNOWN } from '../../src/phone/read-digits.js';
import { drawPhone } from './phone-case.js';

/** @import { PhoneFormatter } from '../../src/phone/formatter.js' */

export const name = 'phones';

/**
 * Formats one text as a phone number, with a default country or none and in one of the formats, from its bytes and with
 * libphonenumber-js.
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
  const style = FORMATS[(seed >>> 1) % FORMATS.length];
  const format = await formatterOf(country, style);
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
  const { writer } = format;
  if (writer === undefined) throw new AssertionError({ message: `${where}: it has no writer` });
  const length = writer.write(bytes, 1, bytes.length - 1);
  if (!bytes.equals(before)) throw new AssertionError({ message: `${where}: ${JSON.stringify(text)} is written to` });
  if (length === UNKNOWN) return 'right: left to libphonenumber-js';
  const written = length === NO_NUMBER ? null : writer.bytes.toString('latin1', 0, length);
  const expected = format(text);
  if (written !== expected) {
    throw new AssertionError({ message: `${where}: ${JSON.stringify(text)} is ${expected}, not ${written}` });
  }
  return written === null ? 'right: no number' : 'right: a number';
}

/**
 * @param {string | null} country
 * @param {(typeof FORMATS)[number]} style
 */
async function formatterOf(country, style) {
  const key = `${country} ${style}`;
  const known = formatters.get(key);
  if (known) return known;
  const format = await createPhoneFormatter({ format: style, country });
  formatters.set(key, format);
  return format;
}

/** @type {Map<string, NonNullable<PhoneFormatter>>} */
const formatters = new Map();
const COUNTRIES = [...getCountries(), null];

export const FORMATS = /** @type {const} */ (['e164', 'international', 'national', 'rfc3966']);
