import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPhoneFormatter } from '../../src/phone/formatter.js';
import { compilePhoneAutomaton } from '../../src/phone/phone-automaton.js';
import { FORMATS } from '../fuzz/phones.js';

/** @import { PhoneAutomaton } from '../../src/phone/phone-automaton.js' */
/** @import { PhoneWriter } from '../../src/phone/phone-writer.js' */

// What it makes of numbers is tested in the engine, which reads it: test/engine/quick-phones.test.js.
describe('the automaton of phones', () => {
  it('is small', async () => {
    for (const country of ['US', 'DE', 'GB', 'AU']) {
      for (const format of FORMATS) {
        const automaton = await compile(format, country);
        assert.ok(automaton && automaton.bytes.length < 30_000, `${country}, ${format}: ${automaton?.bytes.length}`);
      }
    }
  });

  it('tells all characters that may be written beside digits', async () => {
    for (const [format, expected] of /** @type {const} */ ([
      ['e164', '+1'],
      ['international', ' +.1etx'],
      ['national', ' ()-.etx'],
      ['rfc3966', '+1:;=eltx'],
    ])) {
      const automaton = await compile(format, 'US');
      assert.equal(
        [...(automaton?.characters ?? [])]
          .map(byte => String.fromCharCode(byte))
          .sort()
          .join(''),
        expected,
      );
    }
  });

  it('does not exist without a default country, or for one that rewrites prefixes or has too many of them', async () => {
    for (const country of [null, 'AG', 'AR', 'CN']) assert.equal(await compile('e164', country), null);
  });
});

/**
 * @param {(typeof FORMATS)[number]} format
 * @param {string | null} country
 * @returns {Promise<PhoneAutomaton | null>}
 */
async function compile(format, country) {
  const { writer } = await createPhoneFormatter({ format, country });
  return compilePhoneAutomaton(/** @type {PhoneWriter} */ (writer));
}
