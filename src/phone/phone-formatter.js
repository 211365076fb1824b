import { E164Writer } from './e164-writer.js';
import { NumberingPlans } from './numbering-plans.js';

/** @import { CountryCode, NumberFormat } from 'libphonenumber-js/max' */
/** @import { Metadata as AllMetadata } from './country-matchers.js' */

/**
 * Text in, the number as the recipe wants it out, or null where it is none. null itself stands for the format `strip`,
 * which works on bytes; `e164`, where there is one, does the same on bytes for the usual shapes.
 *
 * @typedef {(((text: string) => string | null) & { e164?: E164Writer }) | null} PhoneFormatter
 */

/**
 * Makes a formatter of phone numbers. It returns `null` for text that is to stay as it is: no valid number, or more than
 * a number (a word before or after it, two numbers, parameters other than an extension), since nothing of a field may get
 * lost by the way. White space around the number is not counted as more.
 *
 * An extension is kept in `international`, `national` and `rfc3966`; `e164` has no place for it. `national` leaves a
 * number of another country than the default as it is: without its `+` it would read as one of the default's.
 *
 * libphonenumber-js and its tables are loaded here, so that a job without such phones does not pay for them. `e164` also
 * comes for bytes, for most numbers without the library and a hundred times as fast; the answers are the same.
 *
 * @param {{ format: 'e164' | 'international' | 'national' | 'rfc3966', country: string | null }} options `country`: where
 *   a number without `+` is from (ISO 3166-1 alpha-2); without one, only numbers with `+` parse.
 * @returns {Promise<NonNullable<PhoneFormatter>>}
 */
export async function createPhoneFormatter({ format, country }) {
  const { getCountryCallingCode, Metadata, parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const defaultCountry = /** @type {CountryCode | null} */ (country);
  const home = format === 'national' && defaultCountry ? getCountryCallingCode(defaultCountry) : null;
  const options = { extract: false, ...(defaultCountry && { defaultCountry }) };
  const style = STYLES[format];

  /** @param {string} text */
  const formatText = text => {
    const written = text.trim().replace(TEL_SCHEME, '');
    if (OTHER_PARAMETER.test(written)) return null;
    const number = parsePhoneNumberFromString(written, options);
    if (!number?.isValid() || (home && number.countryCallingCode !== home)) return null;
    return number.format(style);
  };
  if (format !== 'e164') return formatText;
  plans ??= new NumberingPlans(/** @type {AllMetadata} */ (/** @type {unknown} */ (new Metadata())));
  return Object.assign(formatText, { e164: new E164Writer(plans, defaultCountry) });
}

// Of all formatters of the process: each entry makes its own.
/** @type {NumberingPlans | undefined} */
let plans;

/** @type {Record<'e164' | 'international' | 'national' | 'rfc3966', NumberFormat>} */
const STYLES = { e164: 'E.164', international: 'INTERNATIONAL', national: 'NATIONAL', rfc3966: 'RFC3966' };

// With `extract: false` the parser knows the scheme of RFC 3966 only where a `phone-context` follows.
const TEL_SCHEME = /^tel:(?=[+\d(])/i;

// Parameters of RFC 3966 that the parser passes over (`;isub=…`) or that would need the scheme (`;phone-context=…`).
const OTHER_PARAMETER = /;(?!ext=)[a-z]/i;
