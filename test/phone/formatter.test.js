import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base, en, Faker } from '@faker-js/faker';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { createPhoneFormatter } from '../../src/phone/formatter.js';
import fc, { caseCount } from '../support/fast-check.js';

const FORMATS = /** @type {const} */ (['e164', 'international', 'national', 'rfc3966']);

suite('createPhoneFormatter', () => {
  for (const [format, plain, extended] of /** @type {const} */ ([
    ['e164', '+12025550123', '+12025550123'],
    ['international', '+1 202 555 0123', '+1 202 555 0123 ext. 45'],
    ['national', '(202) 555-0123', '(202) 555-0123 ext. 45'],
    ['rfc3966', 'tel:+12025550123', 'tel:+12025550123;ext=45'],
  ])) {
    test(`writes ${format} as ${extended}`, async () => {
      const formatPhone = await createPhoneFormatter({ format, country: 'US' });
      for (const text of [
        '202-555-0123',
        '(202) 555.0123',
        '+1 202 555 0123',
        ' 1 202 555 0123\r\n',
        '２０２５５５０１２３',
        '+1\u00a0202\u2009555\u202f0123',
        '\u202a+1 (202) 555-0123\u202c',
        '\u200e202\u200b555\u00ad0123\ufeff',
        "'+1 202 555 0123",
        "\u00a0'2025550123",
      ]) {
        assert.equal(formatPhone(text), plain, text);
      }
      for (const text of [
        '202-555-0123 x45',
        '(202) 555-0123 ext. 45',
        '2025550123#45',
        'tel:+1-202-555-0123;ext=45',
      ]) {
        assert.equal(formatPhone(text), extended, text);
      }
    });
  }

  for (const text of [
    '',
    ' ',
    '+',
    'x123',
    '911',
    '123-456-7890',
    'call 202-555-0123 now',
    '202-555-0123 (home)',
    'Tel: 202-555-0123',
    '"202-555-0123"',
    '1-800-FLOWERS',
    '202-555-O123',
    '202-555-0123 / 202-555-0199',
    '202-555-0123, 202-555-0199',
    '202-555-0123 x45 ask for Bob',
    '202-555-0123;isub=4',
    'tel:202-555-0123;phone-context=+1',
    '+1 202 555 0123 0',
    '\u0000202-555-0123',
    '202-555-0123\n202-555-0199',
    '202-555-0123\u2028202-555-0199',
    "''202-555-0123",
    "202-555-0123'",
    "'call 202-555-0123",
    '\ufffd202-555-0123',
    '1'.repeat(100_000),
  ]) {
    test(`leaves ${JSON.stringify(text.slice(0, 40))} as it is`, async () => {
      for (const format of FORMATS) {
        assert.equal((await createPhoneFormatter({ format, country: 'US' }))(text), null, format);
      }
    });
  }

  test('without a country, parses only numbers with +', async () => {
    const formatPhone = await createPhoneFormatter({ format: 'e164', country: null });
    assert.equal(formatPhone('202-555-0123'), null);
    assert.equal(formatPhone('+1 202-555-0123'), '+12025550123');
    assert.equal(formatPhone('+44 (0)20 7946 0958'), '+442079460958');
  });

  test('applies the country only to numbers without +', async () => {
    const formatPhone = await createPhoneFormatter({ format: 'international', country: 'GB' });
    assert.equal(formatPhone('020 7946 0958'), '+44 20 7946 0958');
    assert.equal(formatPhone('+1 202 555 0123'), '+1 202 555 0123');
  });

  test('does not write a foreign number as a national one', async () => {
    const formatPhone = await createPhoneFormatter({ format: 'national', country: 'US' });
    assert.equal(formatPhone('+44 20 7946 0958'), null);
    assert.equal(formatPhone('011 44 20 7946 0958'), null);
    assert.equal(formatPhone('+1 416 555 0123'), '(416) 555-0123');
    const anywhere = await createPhoneFormatter({ format: 'national', country: null });
    assert.equal(anywhere('+44 20 7946 0958'), '020 7946 0958');
  });

  test('writes the example number of every country in every format, which parses as the same number', async () => {
    const numbers = /** @type {Record<string, string>} */ (examples);
    for (const country of getCountries()) {
      const formatters = await Promise.all(FORMATS.map(format => createPhoneFormatter({ format, country })));
      const number = `+${getCountryCallingCode(country)}${numbers[country]}`;
      const [toE164] = formatters;
      for (const [index, formatPhone] of formatters.entries()) {
        const written = formatPhone(number);
        assert.ok(written !== null && toE164, `${country} ${number} ${FORMATS[index]}`);
        assert.equal(toE164(written), number, `${country} ${written}`);
        assert.equal(formatPhone(written), written, country);
      }
    }
  });

  test('keeps the extension of every number of Faker if the format has room for it', async () => {
    const faker = new Faker({ locale: [en, base], seed: 7 });
    const formatters = await Promise.all(FORMATS.map(format => createPhoneFormatter({ format, country: 'US' })));
    let formatted = 0;
    for (let row = 0; row < 300; row++) {
      const text = faker.phone.number({ style: 'human' });
      const extension = /x(\d+)$/.exec(text)?.[1];
      const [e164, ...others] = formatters.map(formatPhone => formatPhone(text));
      assert.equal(others.filter(written => written === null).length, e164 === null ? 3 : 0, text);
      if (!e164) continue;
      formatted++;
      assert.match(e164, /^\+1\d{10}$/);
      for (const written of others) assert.equal(/ext[. =]+(\d+)$/.exec(written ?? '')?.[1], extension, text);
    }
    assert.ok(formatted > 100 && formatted < 300, `${formatted} of 300`);
  });

  test('does not throw or lose a letter, whatever the text', async () => {
    const formatPhone = await createPhoneFormatter({ format: 'e164', country: 'US' });
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .array(fc.constantFrom('202-555-0123', ' ', 'x', 'ext', 'call', '+1', '5', ';', '#', 'é', '/', '('), {
          maxLength: 6,
        })
        .map(parts => parts.join('')),
    );
    fc.assert(
      fc.property(texts, text => {
        const written = formatPhone(text);
        if (written === null) return;
        assert.match(written, /^\+\d+$/);
        assert.doesNotMatch(text, /call|é/);
      }),
      { numRuns: caseCount(500) },
    );
  });

  test('is the same for the same style, so that its automaton is made once', async () => {
    const style = /** @type {const} */ ({ format: 'e164', country: 'US' });
    const [formatter, again, other] = await Promise.all(
      [style, { ...style }, { ...style, country: 'GB' }].map(createPhoneFormatter),
    );
    assert.equal(formatter, again);
    assert.notEqual(formatter, other);
  });
});
