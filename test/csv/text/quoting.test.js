import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldText, quote, undoubled } from '../../../src/csv/text/quoting.js';
import fc from '../../support/fast-check.js';
import '../../support/own-process.js';

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

it('quotes are doubled and made single as `replaceAll` does it, however many there are and however far apart', () => {
  const run = fc.tuple(fc.constantFrom('"', '""', '"""', 'a', '\xff', ',\n'), fc.integer({ min: 1, max: 80 }));
  fc.assert(
    fc.property(fc.array(run), runs => {
      const text = runs.map(([piece, times]) => piece.repeat(times)).join('');
      const bytes = Buffer.from(text, 'latin1');
      assert.equal(quote(bytes).toString('latin1'), `"${text.replaceAll('"', '""')}"`);
      assert.equal(undoubled(bytes).toString('latin1'), text.replaceAll('""', '"'));
    }),
  );
});

it('a value of millions of quotes takes hardly more memory than its bytes', () => {
  const bytes = Buffer.alloc(4_000_000, '"');
  const before = process.memoryUsage().heapUsed;
  const value = undoubled(bytes);
  const quoted = quote(value);
  const grown = process.memoryUsage().heapUsed - before;
  assert.deepEqual([value.length, quoted.length], [2_000_000, 4_000_002]);
  assert.ok(grown < 4_000_000, `${grown} bytes of the heap`);
});
