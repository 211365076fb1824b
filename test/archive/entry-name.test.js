import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeName, guardName } from '../../src/archive/entry-name.js';

const DOS = { isUtf8: false, madeBy: 0 };
const UNIX = { isUtf8: false, madeBy: 3 };

test('a name is UTF-8 where its flag says so', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(255), (name, madeBy) => {
      assert.equal(decodeName(Buffer.from(name), { isUtf8: true, madeBy }), name);
    }),
  );
});

test('a name without the flag is code page 437', () => {
  assert.equal(decodeName(Buffer.from([0x81, 0x6e, 0x69, 0xe1, 0xff]), DOS), 'üniß\u00a0');
  const all = decodeName(Buffer.from(Uint8Array.from({ length: 256 }, (_, byte) => byte)), DOS);
  assert.equal(all.length, 256);
  assert.equal(new Set(all).size, 256);
});

test('a name without the flag from a Unix system is UTF-8 where that is possible', () => {
  assert.equal(decodeName(Buffer.from('naïve/日本.csv'), UNIX), 'naïve/日本.csv');
  assert.equal(decodeName(Buffer.from('naïve'), { isUtf8: false, madeBy: 19 }), 'naïve');
  assert.equal(decodeName(Buffer.from('naïve'), DOS), 'na├»ve');
  assert.equal(decodeName(Buffer.from([0x81]), UNIX), 'ü');
});

const UNSAFE = [
  ...['', '/', '/etc/passwd', '//host/share', 'a//b', 'a/', './a', 'a/./b', '.', '..', '../a', 'a/../b', 'a/..'],
  ...['a\\b', '..\\a', 'C:\\a', 'C:a', 'c:/a', 'a\0b', 'a\nb', '\u001b[31m', '\u007f', 'a\ufffdb', '\ud800'],
  ...['x'.repeat(1025), 'ü'.repeat(513)],
];
for (const name of UNSAFE) {
  test(`archive/unsafe-name: ${JSON.stringify(name.slice(0, 20))}`, () => {
    assert.throws(
      () => guardName(name),
      (/** @type {any} */ error) => {
        assert.equal(error.code, 'archive/unsafe-name');
        assert.match(error.message, /^[^\u0000-\u001f\u007f-\u009f]+$/);
        assert.ok(error.message.length < 400);
        return true;
      },
    );
  });
}

for (const name of ['a', '.hidden', '...', 'a..b', 'a/b/c', ' ', 'ab:c', '-rf', '日本/ü', 'x'.repeat(1024)]) {
  test(`${JSON.stringify(name.slice(0, 20))} is a safe name`, () => guardName(name));
}

test('a name that passes lies beneath its folder, whatever it is made of', async () => {
  const { posix, win32 } = await import('node:path');
  const part = fc.oneof(fc.constantFrom('..', '.', '', '/', '\\', 'C:', 'a', '\0'), fc.string());
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom('/', '\\', ''), (parts, separator) => {
      const name = parts.join(separator);
      try {
        guardName(name);
      } catch {
        return;
      }
      assert.equal(posix.join('/root', name), `/root/${name}`);
      assert.ok(win32.join('D:\\root', name).startsWith('D:\\root\\'));
    }),
    { numRuns: 2000 },
  );
});
