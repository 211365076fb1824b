import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardName, nameReader, plainNameReader } from '../../src/archive/entry-name.js';
import fc, { caseCount } from '../support/fast-check.js';

const CHARSETS = [null, 'cp437', 'cp850', 'ibm866', 'shift_jis', 'gbk', 'windows-1252'];

/**
 * @param {string | number[]} name
 * @param {string | null} [charset]
 */
function unflagged(name, charset = null) {
  return nameReader(charset)(Buffer.from(name), false);
}

test('a name is UTF-8 if its flag says so, whatever the recipe says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...CHARSETS), (name, charset) => {
      const { name: read, fault } = nameReader(charset)(Buffer.from(name), true);
      assert.deepEqual([partsOf(read), fault], [partsOf(name), null]);
    }),
  );
});

test('empty parts and dots are dropped, and nothing else is: not `..`, not the first slash, not the last', () => {
  const part = fc.constantFrom('..', '.', '', 'a', '...', '.a', 'C:');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom('/', '\\'), (parts, separator) => {
      const name = parts.join(separator);
      const slashed = parts.join('/');
      for (const read of [unflagged(name).name, plainNameReader(null)(Buffer.from(slashed)).name]) {
        assert.deepEqual(partsOf(read), partsOf(name));
        assert.deepEqual([read.startsWith('/'), read.endsWith('/')], [slashed.startsWith('/'), slashed.endsWith('/')]);
        if (!slashed.startsWith('/') && read !== './') assert.doesNotMatch(read, /^\.?\/|\/\.?\/|\/\.$|^\.$/);
      }
    }),
    { numRuns: caseCount(2000) },
  );
  assert.deepEqual(unflagged('.//'), { name: './', fault: null });
});

/** @param {string} name */
function partsOf(name) {
  return name.split(/[/\\]/).filter(part => part !== '' && part !== '.');
}

test('a name without the flag is UTF-8 if its bytes are valid UTF-8, whatever the recipe says', () => {
  for (const charset of CHARSETS) {
    for (const name of ['naïve/日本.csv', 'é', 'plain.csv', '😀'])
      assert.deepEqual(unflagged(name, charset), { name, fault: null });
  }
});

test('a name without the flag that is not valid UTF-8 is code page 437', () => {
  assert.deepEqual(unflagged([0x81, 0x6e, 0x69, 0xe1, 0xff]), { name: 'üniß\u00a0', fault: null });
  const all = Array.from({ length: 256 }, (_, byte) => byte).filter(byte => byte !== 0x5c);
  for (const charset of [null, 'cp437']) {
    const { name } = unflagged(all, charset);
    assert.equal(name.length, 255);
    assert.equal(new Set(name).size, 255);
  }
});

/** @type {[charset: string, bytes: number[], name: string][]} */
const NAMED = [
  ['ibm866', [0x8f, 0xe0, 0xa8, 0xa2, 0xa5, 0xe2], 'Привет'],
  ['ibm866', [0x8f, 0x5c, 0x61], 'П/a'],
  ['shift_jis', [0x95, 0x5c, 0x2e, 0x63, 0x73, 0x76], '表.csv'],
  ['shift_jis', [0x93, 0xfa, 0x5c, 0x83, 0x5c, 0x5c, 0x61], '日/ソ/a'],
  ['gbk', [0x81, 0x5c, 0x5c, 0xc4, 0xe3], '乗/你'],
  ['big5', [0xb3, 0x5c, 0x5c, 0xa5, 0x5c], '許/功'],
  ['euc-kr', [0xb0, 0xa1, 0x5c, 0xb0, 0xa1], '가/가'],
  ['windows-1252', [0xfc, 0x5c, 0xfc], 'ü/ü'],
  ['cp437', [0x81, 0x5c, 0x81], 'ü/ü'],
  ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
];
for (const [charset, bytes, name] of NAMED) {
  test(`a name is read in the recipe's charset: ${charset}, ${name}`, () => {
    assert.deepEqual(unflagged(bytes, charset), { name, fault: null });
  });
}

test('a name that is not valid in the charset has a fault, and the next one is still read', () => {
  for (const [charset, bytes] of /** @type {[string, number[]][]} */ ([
    ['shift_jis', [0x95]],
    ['shift_jis', [0x81, 0x20, 0xff]],
    ['gbk', [0x61, 0xff]],
    ['utf-8', [0xc3]],
    ['euc-kr', [0x81, 0x41]],
    ['windows-1252', [0x81]],
  ])) {
    const readName = nameReader(charset);
    const { name, fault } = readName(Buffer.from(bytes), false);
    assert.match(String(fault), new RegExp(`^is not valid in "${charset}", which the recipe's "entryNames"`));
    assert.equal(name.length, bytes.length);
    assert.deepEqual(readName(Buffer.from('\\a'), false), { name: '/a', fault: null });
  }
});

test('a backslash byte that may be half a character is a fault, unless the recipe names a charset', () => {
  for (const bytes of [
    [0x95, 0x5c, 0x2e],
    [0x61, 0xb3, 0x5c],
    [0x5c, 0xff, 0x5c],
  ]) {
    const { fault } = unflagged(bytes);
    assert.match(String(fault), /unknown charset.*0x5C.*half a character.*"entryNames": "shift_jis"/);
  }
  assert.deepEqual(unflagged([0x81, 0x61, 0x5c, 0x62]), { name: 'üa/b', fault: null });
  assert.deepEqual(unflagged('ü\\b'), { name: 'ü/b', fault: null });
});

test('a backslash is a separator, and the resulting name is checked like any other', () => {
  assert.deepEqual(unflagged('a\\b\\c.csv'), { name: 'a/b/c.csv', fault: null });
  for (const name of ['..\\a', 'a\\..\\b', 'C:\\a', '\\a', '\\\\host\\a', '.\\C:\\a', '.\\..\\a', '.']) {
    assert.throws(() => guardName(unflagged(name).name), { code: 'archive/unsafe-name' });
  }
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

test('a name that passes stays inside its folder, whatever it is made of', async () => {
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
    { numRuns: caseCount(2000) },
  );
});
