import { visiblePart } from './invisible.js';
import { NumberLayouts } from './number-layouts.js';
import { NumberingPlans } from './numbering-plans.js';
import { PhoneWriter } from './phone-writer.js';

/** @import { CountryCode, NumberFormat } from 'libphonenumber-js/max' */
/** @import { Metadata as AllMetadata } from './country-matchers.js' */

/**
 * Formats a text, or returns null if the text is to stay as it is. `writer`, if present, does the same on bytes for the usual
 * shapes of numbers. In place of a formatter, null stands for the format `strip`, which works on bytes only.
 *
 * @typedef {(((text: string) => string | null) & { writer?: PhoneWriter }) | null} PhoneFormatter
 *
 * `country`: the default country (ISO 3166-1 alpha-2), for numbers without `+`; without it, only numbers with `+` parse.
 *
 * @typedef {{ format: 'e164' | 'international' | 'national' | 'rfc3966', country: string | null }} PhoneStyle
 */

/**
 * Opens the formatter of phone numbers for a style. It returns null for a text that is not a valid number, or that holds more than
 * a number (a word, a second number, parameters other than an extension), because no part of a field may get lost.
 * White space around the number is ignored, and so are invisible characters within it and an apostrophe in front of it.
 *
 * `international`, `national` and `rfc3966` keep an extension; `e164` has no room for it. `national` leaves another
 * country's number as it is: without its `+` it would be read as one of the default country.
 *
 * libphonenumber-js and its tables are loaded here, so that a job without such phones does not pay for them. The
 * `PhoneWriter` handles most numbers without the library, a hundred times as fast, with the same results.
 *
 * @param {PhoneStyle} style
 * @returns {Promise<NonNullable<PhoneFormatter>>} The same for the same style: the writer's automaton is made once in a process.
 */
export function createPhoneFormatter({ format, country }) {
  const key = `${format} ${country}`;
  const formatter = formatters.get(key) ?? openFormatter({ format, country });
  formatters.set(key, formatter);
  return formatter;
}

/** @type {Map<string, Promise<NonNullable<PhoneFormatter>>>} */
const formatters = new Map();

/**
 * @param {PhoneStyle} style
 * @returns {Promise<NonNullable<PhoneFormatter>>}
 */
async function openFormatter({ format, country }) {
  const { getCountryCallingCode, Metadata, parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const defaultCountry = /** @type {CountryCode | null} */ (country);
  const home = format === 'national' && defaultCountry ? getCountryCallingCode(defaultCountry) : null;
  const options = { extract: false, ...(defaultCountry && { defaultCountry }) };
  const style = STYLES[format];

  /** @param {string} text */
  const formatText = text => {
    const written = visiblePart(text).replace(TEL_SCHEME, '');
    if (OTHER_PARAMETER.test(written)) return null;
    const number = parsePhoneNumberFromString(written, options);
    if (!number?.isValid() || (home && number.countryCallingCode !== home)) return null;
    return number.format(style);
  };
  tables ??= openTables(/** @type {AllMetadata} */ (/** @type {unknown} */ (new Metadata())));
  const layouts = format === 'international' || format === 'national' ? tables[format] : null;
  const writer = new PhoneWriter({ plans: tables.plans, country: defaultCountry, format, layouts, only: home });
  return Object.assign(formatText, { writer });
}

/** @param {AllMetadata} metadata */
function openTables(metadata) {
  return {
    plans: new NumberingPlans(metadata),
    international: new NumberLayouts(metadata, 'international'),
    national: new NumberLayouts(metadata, 'national'),
  };
}

// Shared by all formatters of the process: each rule makes its own.
/** @type {ReturnType<typeof openTables> | undefined} */
let tables;

/** @type {Record<'e164' | 'international' | 'national' | 'rfc3966', NumberFormat>} */
const STYLES = { e164: 'E.164', international: 'INTERNATIONAL', national: 'NATIONAL', rfc3966: 'RFC3966' };

// With `extract: false` the parser accepts the scheme of RFC 3966 only if a `phone-context` follows.
const TEL_SCHEME = /^tel:(?=[+\d(])/i;

// Parameters of RFC 3966 that the parser ignores (`;isub=…`) or that would need the scheme (`;phone-context=…`).
const OTHER_PARAMETER = /;(?!ext=)[a-z]/i;
