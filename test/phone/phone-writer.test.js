import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { createPhoneFormatter } from '../../src/phone/formatter.js';
import { NumberLayouts } from '../../src/phone/number-layouts.js';
import { NumberingPlans } from '../../src/phone/numbering-plans.js';
import { PhoneWriter } from '../../src/phone/phone-writer.js';
import { NO_NUMBER, UNKNOWN } from '../../src/phone/read-digits.js';
import { drawMatching } from '../fuzz/draw-matching.js';
import { drawFaker } from '../fuzz/phone-case.js';
import { FORMATS, judge, tryCase } from '../fuzz/phones.js';
import { tryCase as tryCaseInUnitedStates } from '../fuzz/us-phones.js';
import { caseCount } from '../support/cases.js';
import { randomOf } from '../support/random.js';

/** @import { PhoneFormatter } from '../../src/phone/formatter.js' */
/** @import { CountryMetadata, Metadata as AllMetadata } from '../../src/phone/country-matchers.js' */

const metadata = /** @type {AllMetadata} */ (/** @type {unknown} */ (new Metadata()));
const plans = new NumberingPlans(metadata);

/**
 * @param {string | null} country
 * @param {NumberingPlans} [ofPlans]
 */
const e164Writer = (country, ofPlans = plans) =>
  new PhoneWriter({ plans: ofPlans, country, format: 'e164', layouts: null });

suite('PhoneWriter', () => {
  for (const [country, text, expected] of /** @type {const} */ ([
    ['US', '202-555-0123', '+12025550123'],
    ['US', '(202) 555.0123', '+12025550123'],
    ['US', '1-202-555-0123', '+12025550123'],
    ['US', '12025550123', '+12025550123'],
    ['US', ' +1 202 555 0123\r\n', '+12025550123'],
    ['US', '202/555[0123]', '+12025550123'],
    ['US', '202.555.0123 x83794', '+12025550123'],
    ['US', '202.555.0123X:-1', '+12025550123'],
    ['US', '202 555 0123 ext. 123', '+12025550123'],
    ['US', '202 555 0123 Extn 01234567890123456789', '+12025550123'],
    ['US', '416-555-0123', '+14165550123'],
    ['US', '268 464 1234', '+12684641234'],
    ['US', '+44 20 7946 0958', '+442079460958'],
    ['US', '011 44 20 7946 0958', '+442079460958'],
    ['US', '+800 1234 5678', '+80012345678'],
    ['US', '123-456-7890', null],
    ['US', '+1 123 456 7890', null],
    ['US', '+999 123 456 7890', null],
    ['US', '+0 202 555 0123', null],
    ['US', '+044 20 7946 0958', null],
    ['US', '011 044 20 7946 0958', null],
    ['US', '202-555-0123 / 202-555-0199', null],
    ['US', '', null],
    ['US', ' ', null],
    ['US', 'n/a', null],
    ['US', '+', null],
    ['CA', '310-1234', '+13101234'],
    ['GB', '020 7946 0958', '+442079460958'],
    ['GB', '07624 369230', '+447624369230'],
    ['GB', '00 33 1 42 68 53 00', '+33142685300'],
    ['GB', '+44 (0)20 7946 0958', '+442079460958'],
    ['CC', '61 1831 2 9374 4000', '+61293744000'],
    ['CX', '61183129374400', null],
    ['IT', '06 6982 1234', '+390669821234'],
    ['DE', '0049 30 123456', '+4930123456'],
    ['DE', '49 30 123456', '+4930123456'],
    ['RU', '8 (800) 555-35-35', '+78005553535'],
    ['KR', '02-312-3456', '+8223123456'],
    ['BR', '0 11 96123-4567', '+5511961234567'],
    [null, '+1 202-555-0123', '+12025550123'],
    [null, '202-555-0123', null],
  ])) {
    test(`writes ${JSON.stringify(text)} in ${country} as ${expected}`, async () => {
      assert.equal(write(e164Writer(country), text), expected);
      assert.equal((await createPhoneFormatter({ format: 'e164', country }))(text), expected);
    });
  }

  for (const text of [
    '12',
    '202-555-0123 x',
    '202-555-0123 x1234567890',
    '202-555-0123 ext 123456789012345678901',
    '202-555-0123 xt5',
    '202-555-0123 x5#',
    '202-555-0123#5',
    '202-555-0123, 5',
    '202-555-0123~5',
    '202\t555\t0123',
    '+1 202 555 0123 +',
    '++1 202 555 0123',
    '(+1) 202 555 0123',
    'tel:+1-202-555-0123',
    '202-555-0123;ext=5',
    '２０２５５５０１２３',
    '202-555-0123\u00a0',
    '٢',
    'call 202-555-0123',
    '1'.repeat(25),
    `202-555${' '.repeat(250)}-0123`,
  ]) {
    test(`leaves ${JSON.stringify(text.slice(0, 50))} to libphonenumber-js`, () => {
      assert.equal(write(e164Writer('US'), text), undefined);
    });
  }

  test('leaves a number that its country rewrites after a national prefix to libphonenumber-js', async () => {
    const writer = e164Writer('AG');
    assert.equal(write(writer, '464-1234'), undefined);
    assert.equal(write(writer, '268-464-1234'), '+12684641234');
    assert.equal((await createPhoneFormatter({ format: 'e164', country: 'AG' }))('464-1234'), '+12684641234');
  });

  test('leaves numbers to libphonenumber-js whose groups it cannot foresee', () => {
    const { numberingPlan } = metadata.selectNumberingPlan('FR');
    const [first] = numberingPlan.formats();
    for (const pattern of ['([1-5]\\d?)(\\d{8})', '(\\d{2})|(\\d{9})']) {
      const format = Object.create(first, { pattern: { value: () => pattern } });
      const changed = Object.create(numberingPlan, { formats: { value: () => [format] } });
      const layouts = new NumberLayouts(withPlan(['FR', '33'], changed), 'international');
      const writer = new PhoneWriter({ plans, country: 'FR', format: 'international', layouts });
      assert.equal(write(writer, '01 42 68 53 00'), undefined);
    }
  });

  test('leaves numbers to libphonenumber-js if a country groups them otherwise than another one with its calling code', () => {
    const { numberingPlan } = metadata.selectNumberingPlan('GG');
    const others = Object.create(numberingPlan, { formats: { value: () => [] } });
    for (const [source, expected] of /** @type {const} */ ([
      [metadata, '020 7946 0958'],
      [withPlan(['GG'], others), undefined],
    ])) {
      const layouts = new NumberLayouts(source, 'national');
      const writer = new PhoneWriter({ plans, country: 'GB', format: 'national', layouts });
      assert.equal(write(writer, '020 7946 0958'), expected);
    }
  });

  test('leaves all numbers of a plan that cannot be compiled to libphonenumber-js', () => {
    const { numberingPlan } = metadata.selectNumberingPlan('FR');
    const changed = Object.create(numberingPlan, { nationalNumberPattern: { value: () => '[1-9]\\d+' } });
    const others = new NumberingPlans(withPlan(['FR', '33'], changed));
    assert.equal(write(e164Writer('FR', others), '01 42 68 53 00'), undefined);
    assert.equal(write(e164Writer('US', others), '+33 1 42 68 53 00'), undefined);
    assert.equal(write(e164Writer('US', others), '+44 20 7946 0958'), '+442079460958');
  });
});

suite('PhoneWriter gives the result of libphonenumber-js', () => {
  /** @type {Map<string, NonNullable<PhoneFormatter>>} */
  const formatters = new Map();
  before(async () => {
    for (const country of [null, ...getCountries()]) {
      for (const format of FORMATS)
        formatters.set(`${country} ${format}`, await createPhoneFormatter({ format, country }));
    }
  });
  /**
   * @param {string | null} country
   * @param {(typeof FORMATS)[number]} [format]
   */
  const formatterOf = (country, format = 'e164') =>
    /** @type {NonNullable<PhoneFormatter>} */ (formatters.get(`${country} ${format}`));

  test('for the example number of every country, with every default country and punctuation', () => {
    let answered = 0;
    let all = 0;
    for (const country of getCountries()) {
      const number = /** @type {Record<string, string>} */ (examples)[country];
      const code = getCountryCallingCode(country);
      const { numberingPlan } = metadata.selectNumberingPlan(country);
      const prefix = /^\d+/.exec(numberingPlan.nationalPrefixForParsing() || '0')?.[0] ?? '0';
      for (const digits of [number, prefix + number, code + number, `+${code}${number}`, `00${code}${number}`]) {
        for (const text of punctuated(digits)) {
          for (const home of [country, 'US', 'DE', null]) {
            all += 1;
            answered += Number(!judge(formatterOf(home), text, String(home)).includes('left'));
          }
        }
      }
    }
    assert.ok(answered > all * 0.95, `${answered} of ${all}`);
  });

  test('for numbers of every type of every country in every format, also with one digit changed', () => {
    const random = randomOf(1);
    const left = new Set();
    for (const country of getCountries()) {
      const { numberingPlan } = metadata.selectNumberingPlan(country);
      for (const type of TYPES) {
        const pattern = numberingPlan.type(type)?.pattern();
        if (!pattern) continue;
        for (const format of FORMATS) {
          const digits = drawMatching(random, pattern);
          const position = random.below(digits.length);
          const changed = digits.slice(0, position) + random.below(10) + digits.slice(position + 1);
          judge(formatterOf(country, format), digits, country);
          judge(formatterOf(country, format), changed, country);
          const abroad = `+${numberingPlan.callingCode()}${digits}`;
          if (judge(formatterOf(null, format), abroad, country).includes('left')) left.add(`${country} ${format}`);
          const extended = `${abroad} x45`;
          if (judge(formatterOf(null, format), extended, country).includes('left')) left.add(`${country} ${format} x`);
        }
      }
    }
    // Great Britain writes an extension in another way than the other countries with its calling code.
    const mixed = ['GB', 'GG', 'IM', 'JE'].flatMap(code => [`${code} international x`, `${code} national x`]);
    assert.deepEqual([...left].sort(), mixed);
  });

  test('for random numbers with random punctuation and every default country', async () => {
    const outcomes = new Set();
    for (let seed = 0; seed < caseCount(20_000); seed++) outcomes.add((await tryCase(seed)).outcome);
    for (let seed = 0; seed < caseCount(10_000); seed++) outcomes.add((await tryCaseInUnitedStates(seed)).outcome);
    assert.deepEqual([...outcomes].sort(), ['right: a number', 'right: left to libphonenumber-js', 'right: no number']);
  });

  test('for the numbers of Faker, without ever asking the library', () => {
    for (let seed = 0; seed < caseCount(3000); seed++) {
      const format = FORMATS[seed % FORMATS.length];
      assert.doesNotMatch(judge(formatterOf('US', format), drawFaker(seed), `seed ${seed}`), /left/);
    }
  });
});

/**
 * @param {string[]} places Countries and calling codes.
 * @param {CountryMetadata} numberingPlan
 * @returns {AllMetadata} With this plan for them.
 */
function withPlan(places, numberingPlan) {
  return Object.create(metadata, {
    selectNumberingPlan: {
      value: (/** @type {string} */ country) =>
        places.includes(country) ? { numberingPlan } : metadata.selectNumberingPlan(country),
    },
  });
}

/**
 * @param {PhoneWriter} writer
 * @param {string} text
 * @returns {string | null | undefined} undefined if the writer leaves the text to the library.
 */
function write(writer, text) {
  const bytes = Buffer.from(text);
  const length = writer.write(bytes, 0, bytes.length);
  if (length === UNKNOWN) return undefined;
  return length === NO_NUMBER ? null : writer.bytes.toString('latin1', 0, length);
}

/** @param {string} digits */
function punctuated(digits) {
  return [digits, digits.replace(/\d{2}(?=\d)/g, '$& '), `${digits.replace(/\d{3}(?=\d)/g, '$&-')} x12`];
}

const TYPES = [
  'FIXED_LINE',
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
