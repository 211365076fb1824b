import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldText, quote } from '../../src/csv/quoting.js';
import fc from '../support/fast-check.js';

describe('fieldText', () => {
  it('removes the quotes and makes doubled ones single', () => {
    const texts = { a: 'a', '': '', '""': '', '"a"': 'a', '"a""b"': 'a"b', '""""': '"', 'a"b': 'a"b', '"é"': 'é' };
    for (const [raw, text] of Object.entries(texts)) {
      const bytes = Buffer.from(`,${raw},`);
      assert.equal(fieldText(bytes, 1, bytes.length - 1), text);
    }
  });
});

describe('quote', () => {
  it('is undone by `fieldText`, whatever the value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), value => {
        const quoted = quote(Buffer.from(value));
        assert.equal(fieldText(quoted, 0, quoted.length), Buffer.from(value).toString());
      }),
    );
  });

  it('keeps bytes that are not UTF-8', () => {
    assert.deepEqual(quote(Buffer.from('\xff"\0', 'latin1')), Buffer.from('"\xff""\0"', 'latin1'));
  });
});
