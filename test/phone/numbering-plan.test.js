import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/max';
import { compileNumberingPlan } from '../../src/phone/numbering-plan.js';

/** @import { Metadata as AllMetadata } from '../../src/phone/country-matchers.js' */

const metadata = /** @type {AllMetadata} */ (/** @type {unknown} */ (new Metadata()));

test('the plans of all calling codes compile, and are small', () => {
  let bytes = 0;
  let plans = 0;
  for (let code = 1; code < 1000; code++) {
    if (!metadata.hasCallingCode(String(code))) continue;
    const { automaton } = compileNumberingPlan(metadata, String(code), null);
    plans += 1;
    bytes += automaton.next.byteLength + automaton.outputs.byteLength;
    assert.ok(automaton.outputs.length < 1000, `+${code}: ${automaton.outputs.length} states`);
  }
  assert.ok(plans > 200, `${plans} plans`);
  assert.ok(bytes < 500_000, `${bytes} bytes`);
});

test('the plan of every default country compiles', () => {
  for (const country of getCountries()) {
    const callingCode = getCountryCallingCode(country);
    assert.equal(compileNumberingPlan(metadata, callingCode, country).callingCode, callingCode);
  }
});

test('a pattern of more than digits is refused', () => {
  const { numberingPlan } = metadata.selectNumberingPlan('FR');
  const country = Object.create(numberingPlan, { nationalNumberPattern: { value: () => '[1-9]\\d+' } });
  const changed = Object.create(metadata, { selectNumberingPlan: { value: () => ({ numberingPlan: country }) } });
  assert.throws(() => compileNumberingPlan(changed, '33', 'FR'), SyntaxError);
});
