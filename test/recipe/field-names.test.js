import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { looseName, matchNames, unionOf } from '../../src/recipe/field-names.js';
import fc from '../support/fast-check.js';

describe('looseName', () => {
  for (const [title, one, other] of [
    ['case', 'E-Mail', 'e-MAIL'],
    ['case where one letter has two forms', 'ΟΔΟΣ', 'οδος'],
    ['case where one letter becomes two', 'STRASSE', 'Straße'],
    ['case where a letter is taken apart', '\u0390', '\u03aa\u0301'],
    ['white space at the ends', ' \tid\u00a0\r\n', 'id'],
    ['a byte order mark', '\ufeffid', 'id'],
    ['invisible characters at the ends', '\u200bid\u200d\u2060\0', 'id'],
    ['a stray quote', '"TIME', 'TIME'],
    ['quotes and space around a name', ` 'Time"`, 'time'],
    ['quotes inside of space, and space inside of quotes', ' " time " ', 'time'],
    ['composed and decomposed letters', 'Pre\u0301nom', 'prénom'],
    ['letters of full width', '\uff45\uff4d\uff41\uff49\uff4c', 'email'],
    ['ligatures', 'o\ufb03ce', 'office'],
    ['a space that the Unicode form brings about', '\u00b4a', '\u0301a'],
  ]) {
    it(`ignores ${title}`, () => {
      assert.equal(looseName(one), looseName(other));
    });
  }

  for (const [title, one, other] of [
    ['space within a name', 'first name', 'firstname'],
    ['an underscore and a space', 'first_name', 'first name'],
    ['a hyphen', 'e-mail', 'email'],
    ['accents', 'résumé', 'resume'],
    ['quotes within a name', `o"brien`, 'obrien'],
  ]) {
    it(`does not ignore ${title}`, () => {
      assert.notEqual(looseName(one), looseName(other));
    });
  }

  it('folds each pair of letters that a regular expression takes for one without regard to case', () => {
    for (let code = 0; code < 0x10000; code++) {
      const letter = String.fromCharCode(code);
      const others = new Set([letter.toLowerCase(), letter.toUpperCase()]);
      for (const other of others) {
        if (other === letter || !new RegExp(`^${letter}$`, 'iu').test(other)) continue;
        assert.equal(looseName(letter), looseName(other), `U+${code.toString(16)}`);
      }
    }
  });

  it('agrees with Unicode collation about Latin letters, their accents and their case', () => {
    const { compare } = new Intl.Collator('en', { sensitivity: 'accent' });
    const text = fc
      .array(fc.constantFrom('a', 'A', 'é', 'É', 'e\u0301', 'E', 'ö', 'O\u0308', 'x'), { maxLength: 3 })
      .map(letters => letters.join(''));
    fc.assert(fc.property(text, text, (a, b) => (looseName(a) === looseName(b)) === (compare(a, b) === 0)));
  });

  it('takes linear time, and none for a name that is far too long', () => {
    const spaces = `a${' '.repeat(10_000_000)}b`;
    assert.equal(looseName(`"${spaces} `), spaces);
    assert.equal(looseName('\ufdfa'.repeat(1000), 10), '\ufdfa'.repeat(1000));
  });

  it('never takes a name for too long that is equal', () => {
    for (let code = 0; code < 0x110000; code++) {
      const character = String.fromCodePoint(code);
      const name = character.normalize('NFKD');
      if (name === character || name.length === 1) continue;
      const key = looseName(character);
      for (const form of [name, name.toUpperCase(), name.toLowerCase()]) {
        if (looseName(form) === key) assert.equal(looseName(form, key.length), key, `U+${code.toString(16)}`);
      }
    }
  });
});

describe('matchNames', () => {
  const name = fc
    .array(fc.constantFrom('a', 'A', 'é', 'e\u0301', 'É', ' ', '"', '\ufeff', '-', 'ß', 'ss'), { maxLength: 4 })
    .map(parts => parts.join(''));

  it('finds what comparing each name with each other finds', () => {
    fc.assert(
      fc.property(fc.array(name), fc.array(name), fc.constantFrom('loose', 'exact'), (wanted, header, how) => {
        const found = matchNames(wanted, header, how);
        assert.deepEqual([...found.keys()], [...new Set(wanted)]);
        for (const [name, { exact, all }] of found) {
          const isSame = how === 'exact' ? Object.is : isLooselySame;
          assert.deepEqual(
            exact,
            positionsOf(header, other => other === name),
          );
          assert.deepEqual(
            all,
            positionsOf(header, other => isSame(other, name)),
          );
        }
      }),
    );
  });

  it('does not confuse names with members that every object inherits', () => {
    const found = matchNames(['constructor', '__proto__'], ['__PROTO__', 'toString'], 'loose');
    assert.deepEqual(
      [...found.values()],
      [
        { exact: [], all: [] },
        { exact: [], all: [0] },
      ],
    );
  });
});

describe('unionOf', () => {
  it('goes once through a list that several names share', () => {
    let steps = 0;
    const list = {
      *[Symbol.iterator]() {
        for (; steps < 10; steps++) yield steps;
      },
    };
    const lists = Array(1000).fill(list);
    assert.deepEqual([...unionOf([...lists, [3, 11]])], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
    assert.equal(steps, 10);
  });

  it('is for all spellings of a name, which share one list', () => {
    const matches = matchNames(['n', 'n ', ' N'], ['N', 'n '], 'loose');
    assert.equal(new Set(Array.from(matches.values(), ({ all }) => all)).size, 1);
  });
});

/**
 * @param {string} one
 * @param {string} other
 */
function isLooselySame(one, other) {
  const [a, b] = [one, other].map(name => name.replaceAll(/^[\s"\ufeff]+|[\s"\ufeff]+$/g, '').replaceAll('ß', 'ss'));
  return a.toLowerCase().normalize('NFC') === b.toLowerCase().normalize('NFC');
}

/**
 * @param {string[]} names
 * @param {(name: string) => boolean} fits
 */
function positionsOf(names, fits) {
  return names.flatMap((name, index) => (fits(name) ? [index] : []));
}
