import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NumberFinder } from '../../src/phone/number-finder.js';
import { drawPhone } from './phone-case.js';
import { tryCase } from './us-phones.js';

// Its first cases are tried in test/phone/phone-writer.test.js.
describe('the campaign of phone numbers', { timeout: 300_000 }, () => {
  it('draws the same text for the same seed', () => {
    for (const seed of [0, 1, 77, 0xffffffff]) assert.deepEqual(drawPhone(seed, 'GB'), drawPhone(seed, 'GB'));
    assert.notDeepEqual(drawPhone(1, 'GB'), drawPhone(2, 'GB'));
  });

  for (const [title, method, defect] of /** @type {[string, 'classify' | 'skipNationalPrefix', any][]} */ ([
    ['a plan in which every number is valid', 'classify', () => () => 0xf],
    [
      'a national prefix that is kept',
      'skipNationalPrefix',
      () =>
        (/** @type {any[]} */ ...args) =>
          args[2],
    ],
  ])) {
    it(`finds ${title}, and says where`, async context => {
      const original = NumberFinder.prototype[method];
      context.mock.method(NumberFinder.prototype, method, defect(original));
      for (let seed = 0; seed < 20_000; seed++) {
        /** @type {any} */
        const error = await tryCase(seed).then(
          () => null,
          caught => caught,
        );
        if (error === null) continue;
        assert.equal(error.code, 'ERR_ASSERTION');
        assert.ok(error.message.startsWith(`US, seed ${seed}: ${JSON.stringify(drawPhone(seed, 'US').text)} is `));
        return;
      }
      assert.fail('nothing was found');
    });
  }
});
