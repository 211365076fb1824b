import { base, en, Faker } from '@faker-js/faker';
import { getCountries, Metadata } from 'libphonenumber-js/max';
import { randomOf } from '../support/random.js';
import { drawMatching } from './draw-matching.js';

/** @import { CountryMetadata, Metadata as AllMetadata } from '../../src/phone/country-matchers.js' */
/** @import { Random } from '../support/random.js' */

/**
 * A text that may be a phone number: one of a country's types, whole or damaged, behind one of the prefixes it is dialled
 * with, dressed as people write them; or one of Faker's.
 *
 * @param {number} seed
 * @param {string | null} country The default country.
 * @returns {{ kind: string, text: string }}
 */
export function drawPhone(seed, country) {
  const random = randomOf(seed);
  if (random.chance(0.1)) return { kind: 'of Faker', text: drawFaker(seed) };
  const home = country ?? random.pick(COUNTRIES);
  const owner = random.chance(0.7) ? home : random.pick(COUNTRIES);
  const kind = random.pick(PREFIX_KINDS);
  const digits = PREFIXES[kind](random, metadataOf(owner), metadataOf(home)) + drawNational(random, metadataOf(owner));
  return { kind, text: dress(random, digits) };
}

/** @param {number} seed */
export function drawFaker(seed) {
  faker.seed(seed);
  return faker.phone.number({ style: 'human' });
}

/**
 * A national number of a random type, which one time in two is damaged.
 *
 * @param {Random} random
 * @param {CountryMetadata} country
 */
function drawNational(random, country) {
  const type = random.pick(TYPES);
  const pattern = (type && country.type(type)?.pattern()) || country.nationalNumberPattern();
  const digits = drawMatching(random, pattern);
  const position = random.below(digits.length);
  const damages = [
    () => digits.slice(0, -1),
    () => digits + random.below(10),
    () => digits.slice(0, position) + random.below(10) + digits.slice(position + 1),
    () => digits.slice(0, position) + random.below(10) + digits.slice(position),
    () => String(random.next()).repeat(2).slice(0, random.below(18)),
  ];
  return random.chance(0.5) ? digits : random.pick(damages)();
}

/**
 * @param {Random} random
 * @param {string} digits
 */
function dress(random, digits) {
  const separators = random.chance(0.05) ? ODD_SEPARATORS : random.pick(SEPARATORS);
  let text = digits.replace(/\d(?=\d)/g, digit => digit + (random.chance(0.3) ? random.pick(separators) : ''));
  if (random.chance(0.15) && /^\d{4}/.test(digits)) text = `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  if (random.chance(0.3)) {
    text +=
      random.pick(random.chance(0.7) ? EXTENSIONS : ODD_EXTENSIONS) + String(random.next()).slice(0, random.below(11));
    if (random.chance(0.1)) text += random.pick(['#', ' ', '/', 'x1', 'a', '\u0663']);
  }
  if (random.chance(0.1)) text = random.pick(AROUND) + text + random.pick(AROUND);
  if (random.chance(0.02)) text = text.replace(/\d/, random.pick(ODD));
  return text;
}

const metadata = /** @type {AllMetadata} */ (/** @type {unknown} */ (new Metadata()));

/** @param {string} country */
function metadataOf(country) {
  return metadata.selectNumberingPlan(country).numberingPlan;
}

/** @type {Record<string, (random: Random, owner: CountryMetadata, home: CountryMetadata) => string>} */
const PREFIXES = {
  'as it is': () => '',
  'behind a national prefix': (random, owner) => drawNationalPrefix(random, owner),
  'behind the default country’s national prefix': (random, _, home) => drawNationalPrefix(random, home),
  'behind a calling code': (_, owner) => owner.callingCode(),
  'behind a calling code with +': (_, owner) => `+${owner.callingCode()}`,
  'behind a calling code with + and a national prefix': (random, owner) =>
    `+${owner.callingCode()}${drawNationalPrefix(random, owner)}`,
  'behind a calling code and a national prefix': (random, owner) =>
    owner.callingCode() + drawNationalPrefix(random, owner),
  'behind the prefix for calls abroad': (random, owner, home) =>
    drawMatching(random, home.IDDPrefix()) + owner.callingCode(),
  'behind 00': (random, owner) => `00${random.chance(0.2) ? '0' : ''}${owner.callingCode()}`,
  'behind any digits': random => random.pick(['', '+']) + random.below(1000),
};
const PREFIX_KINDS = Object.keys(PREFIXES);

/**
 * @param {Random} random
 * @param {CountryMetadata} country
 */
function drawNationalPrefix(random, country) {
  return drawMatching(random, country.nationalPrefixForParsing() || random.pick(['', '0', '1']));
}

const faker = new Faker({ locale: [en, base] });
const COUNTRIES = getCountries();
const TYPES = [
  '',
  'FIXED_LINE',
  'FIXED_LINE',
  'MOBILE',
  'MOBILE',
  'TOLL_FREE',
  'PREMIUM_RATE',
  'PERSONAL_NUMBER',
  'VOICEMAIL',
  'UAN',
  'PAGER',
  'VOIP',
  'SHARED_COST',
];
const SEPARATORS = [[''], [' '], ['-'], ['.'], [' ', '-', '(', ')', '/', '.', ' - ', '[', ']', '--']];
const ODD_SEPARATORS = [' ', '~', '\t', ','];
const EXTENSIONS = [' x', 'x', ' X', ' ext. ', ' ext ', 'EXT:', ' extn ', ' Extn. ', ' x. ', 'X:-', ' x ', '  x'];
const ODD_EXTENSIONS = [
  ...[
    'xt',
    'e',
    'ex',
    'exten ',
    'extension ',
    '#',
    ' #',
    '~',
    ' int ',
    ';ext=',
    ',,',
    ',',
    ';',
    '\tx',
    ' x,',
    'x x',
    ' - ',
  ],
];
const AROUND = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\v',
  '\u00a0',
  '\u2009',
  '\0',
  'a',
  '+',
  '(',
  ')',
  '.',
  '-',
  'tel:',
  '"',
  '\ufeff',
];
const ODD = ['x', '+', '\t', 'O', '１', '٢', '‐', ' ', '', '*', ';'];
