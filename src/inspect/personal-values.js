/** @import { CountryCode } from 'libphonenumber-js/max' */
/** @import { PersonalKind } from './personal-names.js' */

/**
 * Finds the kind of personal data that nearly all of a column's values are. If other numbers may look the same by chance, several
 * different values are needed, unless the column's name speaks for that kind. Names, addresses and birth dates cannot be recognized
 * by values.
 *
 * @param {readonly string[]} values Trimmed. Empty ones do not count.
 * @param {string | null} [name] The column's.
 * @returns {Promise<PersonalKind | null>}
 */
export async function personalByValues(values, name = null) {
  const filled = values.filter(value => value !== '');
  for (const { kind, fits, hint } of KINDS) {
    const isChance = hint !== null && !(name !== null && hint.test(name));
    if (areNearlyAll(filled, fits, isChance)) return kind;
  }
  if (!areNearlyAll(filled, value => PHONE_SHAPE.test(value), true)) return null;
  // Loaded here, because few columns look like phone numbers.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const few = filled.slice(0, MAX_PARSED_PHONES);
  const isIn = PHONE_COUNTRIES.some(defaultCountry => {
    let valid = 0;
    const arePossible = areNearlyAll(
      few,
      value => {
        if (!PHONE_SHAPE.test(value)) return false;
        const number = parsePhoneNumberFromString(value.replace(/^\(?00/, '+'), { defaultCountry, extract: false });
        if (number?.isValid()) valid += 1;
        return number?.isPossible() ?? false;
      },
      true,
    );
    return arePossible && valid >= few.length * MIN_VALID_PHONES;
  });
  return isIn ? 'phone' : null;
}

/**
 * @param {string[]} filled
 * @param {(value: string) => boolean} fits
 * @param {boolean} isChance
 */
function areNearlyAll(filled, fits, isChance) {
  let misses = Math.floor(filled.length * (1 - NEARLY_ALL) + 1e-9);
  if (filled.length < (isChance ? MIN_VALUES : 1)) return false;
  const different = new Set();
  for (const value of filled) {
    if (value.length <= MAX_LENGTH && fits(value)) {
      if (different.size < MIN_VALUES) different.add(value);
    } else if (misses-- === 0) return false;
  }
  return !isChance || different.size >= MIN_VALUES;
}

/**
 * IBAN registry, ISO 13616: the country's length, and the remainder of 1 by 97 (ISO 7064).
 *
 * @param {string} value
 */
function isIban(value) {
  if (!/^[A-Za-z]{2}\d{2}(?: ?[A-Za-z\d]){11,30}$/.test(value)) return false;
  const bare = value.replaceAll(' ', '').toUpperCase();
  if (IBAN_LENGTHS.get(bare.slice(0, 2)) !== bare.length) return false;
  let remainder = 0;
  for (const character of bare.slice(4) + bare.slice(0, 4)) {
    const digit = Number.parseInt(character, 36);
    remainder = (remainder * (digit > 9 ? 100 : 10) + digit) % 97;
  }
  return remainder === 1;
}

/**
 * ISO/IEC 7812: an issuer's prefix and length, and the Luhn checksum.
 *
 * @param {string} value
 */
function isCard(value) {
  if (!/^\d{4}(?:[ -]?\d){9,15}$/.test(value)) return false;
  const digits = value.replaceAll(/[ -]/g, '');
  if (!CARDS.some(card => card.test(digits))) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

const NEARLY_ALL = 0.8;
const MIN_VALUES = 3;
const MAX_LENGTH = 320;
const MAX_PARSED_PHONES = 100;
// Test data is full of numbers that nobody has.
const MIN_VALID_PHONES = 0.4;

/**
 * `hint`: what in a column's name speaks for the kind; null if no other values look the same.
 *
 * @type {{ kind: PersonalKind, fits: (value: string) => boolean, hint: RegExp | null }[]}
 */
const KINDS = [
  { kind: 'email', fits: value => EMAIL.test(value), hint: null },
  { kind: 'iban', fits: isIban, hint: null },
  { kind: 'ssn', fits: value => SSN.test(value), hint: /ssn|social/i },
  { kind: 'card', fits: isCard, hint: /card|karte|carte|tarjeta|kaart|carta|^pan$/i },
];

/** An address, perhaps after a name (`Ann <ann@example.com>`) or a scheme. */
const EMAIL = /^(?:[^<>@]{0,100}<|mailto:)?[^\s@<>,;:"()]{1,64}@[^\s@<>,;:"()./]+(?:\.[^\s@<>,;:"()./]+)+>?$/;

/** Social Security Administration: no area 000, 666 or 9xx, no group 00, no serial 0000. Without hyphens it is any number. */
const SSN = /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;

/** By issuer. */
const CARDS = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^(?:6011|64[4-9]\d|65\d{2}|62\d{2})\d{12,15}$/,
  /^(?:30[0-5]|36\d|3[89]\d)\d{11}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{9,15}$/,
];

/**
 * With a country code, or grouped as people write numbers: in North America 3-3-4, elsewhere after a leading zero, or by threes and
 * twos in Spain. A plain row of digits is any number.
 */
const PHONE_SHAPE =
  /^(?:(?:\+|00|\(\+|\(00)[1-9](?:[\s()./-]{0,3}\d){6,14}|(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[.-]\d{4}|\(?0[1-9]\d{0,4}\)?[ /-](?:[\s()./-]{0,3}\d){5,10}|0[1-9](?:[ .]\d\d){4}|[6-9]\d\d[ .-]?(?:\d{3} \d{3}|\d\d \d\d \d\d))(?: ?(?:x|ext\.?) ?\d{1,6})?$/i;

/** @type {CountryCode[]} Countries whose national numbers are recognized. */
const PHONE_COUNTRIES = ['US', 'DE', 'FR', 'GB', 'ES', 'NL', 'IT', 'AT', 'CH', 'BE', 'AU'];

/** @type {Map<string, number>} From the IBAN registry, release 99. */
const IBAN_LENGTHS = new Map(
  Object.entries({
    15: 'NO',
    16: 'BE',
    18: 'DK FI FK FO GL NL SD',
    19: 'MK SI',
    20: 'AT BA EE KZ LT LU MN XK',
    21: 'CH HR LI LV',
    22: 'BG BH CR DE GB GE IE ME RS VA',
    23: 'AE GI IL IQ OM SO TL',
    24: 'AD CZ ES MD PK RO SA SE SK TN VG',
    25: 'LY PT ST',
    26: 'IS TR',
    27: 'BI DJ FR GR IT MC MR SM',
    28: 'AL AZ BY CY DO GT HN HU LB NI PL SV',
    29: 'BR EG PS QA UA',
    30: 'JO KW MU YE',
    31: 'MT SC',
    32: 'LC',
    33: 'RU',
  }).flatMap(([length, countries]) => countries.split(' ').map(country => [country, Number(length)])),
);
