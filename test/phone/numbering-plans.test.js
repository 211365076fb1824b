import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Metadata } from 'libphonenumber-js/max';
import { NumberingPlans } from '../../src/phone/numbering-plans.js';

/** @import { Metadata as AllMetadata } from '../../src/phone/country-matchers.js' */

const metadata = /** @type {AllMetadata} */ (/** @type {unknown} */ (new Metadata()));

suite('NumberingPlans', () => {
  test('compiles a plan once', () => {
    const plans = new NumberingPlans(metadata);
    assert.equal(plans.forCallingCode(44), plans.forCallingCode(44));
    assert.equal(plans.forCountry('JE'), plans.forCountry('JE'));
  });

  test('shares the plan of a calling code with its main country, but not with others', () => {
    const plans = new NumberingPlans(metadata);
    assert.equal(plans.forCountry('GB'), plans.forCallingCode(44));
    assert.notEqual(plans.forCountry('JE'), plans.forCallingCode(44));
    assert.equal(plans.forCountry('JE')?.callingCode, '44');
  });

  test('has no plan for a calling code that does not exist', () => {
    assert.equal(new NumberingPlans(metadata).forCallingCode(999), undefined);
    assert.equal(new NumberingPlans(metadata).forCallingCode(0), undefined);
  });

  test('asks the library once about what is no calling code, such as the first digit of "+49"', t => {
    const asked = t.mock.method(metadata, 'hasCallingCode').mock;
    const plans = new NumberingPlans(metadata);
    assert.deepEqual([plans.forCallingCode(4), plans.forCallingCode(4)], [undefined, undefined]);
    assert.equal(asked.callCount(), 1);
  });

  test('has null for a plan that cannot be compiled', () => {
    const { numberingPlan } = metadata.selectNumberingPlan('FR');
    const changed = Object.create(numberingPlan, { nationalNumberPattern: { value: () => '[1-9]\\d+' } });
    const plans = new NumberingPlans(
      Object.create(metadata, { selectNumberingPlan: { value: () => ({ numberingPlan: changed }) } }),
    );
    assert.equal(plans.forCallingCode(33), null);
    assert.equal(plans.forCountry('FR'), null);
  });
});
