import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import picomatch from 'picomatch';
import { compileGlob, mayMatchBelow } from '../../src/recipe/glob.js';
import fc, { caseCount } from '../support/fast-check.js';
import { globs, paths } from './arbitraries.js';

/** @type {[glob: string, matched: string[], others: string[]][]} */
const MATCHES = [
  ['**/*.csv', ['a.csv', 'A.CSV', '.csv', '.a.csv', 'x/.y/z.csv', 'new\nline.csv'], ['a.csv.gz', 'csv', 'a.csv/b']],
  ['**/.DS_Store', ['.DS_Store', 'a/b/.ds_store'], ['x.DS_Store', '.DS_Store/a']],
  ['**', ['a', 'a/b', '.a/.b', '…'], []],
  ['*', ['a', '.a'], ['a/b']],
  ['data/**', ['data/a', 'data/b/c'], ['data', 'database/a']],
  ['data/**/a', ['data/a', 'data/b/c/a'], ['data/ba', 'a']],
  ['**/**/a', ['a', 'b/a', 'c/b/a'], ['b']],
  ['a?.csv', ['ab.csv', 'aé.csv', 'a😀.csv'], ['a.csv', 'abc.csv', 'a/.csv']],
  ['*.{csv,tsv}', ['a.csv', 'a.tsv'], ['a.psv', 'a.{csv,tsv}']],
  ['{a,b/{c,d*}}/e', ['a/e', 'b/c/e', 'b/dx/e'], ['b/e', 'c/e']],
  ['a{,.old}.csv', ['a.csv', 'a.old.csv'], ['a..csv']],
  ['[a-c]x', ['ax', 'Bx'], ['dx', '-x']],
  ['[!a-c]x', ['dx', '-x'], ['ax', 'Bx']],
  ['[^_]x', ['ax'], ['_x']],
  ['[]]x', [']x'], ['x']],
  ['[a-]x', ['-x', 'ax'], ['bx']],
  ['[_-z]x', ['_x', 'Qx', 'qx'], ['0x']],
  ['!**/*.csv', ['a.txt'], ['a.csv', 'x/a.csv']],
  ['\\!a', ['!a'], ['a', 'b']],
  ['report \\[1\\]\\*.csv', ['report [1]*.csv', 'Report [1]*.csv'], ['report 1x.csv']],
  ['report (1)+$^.csv', ['report (1)+$^.csv', 'REPORT (1)+$^.csv'], ['report 1.csv']],
  ['back\\\\slash', ['back\\slash'], ['back/slash']],
  ['RÉSUMÉ-straße.csv', ['résumé-straße.csv', 're\u0301sume\u0301-straße.csv'], ['resume-strasse.csv']],
  ['*_*_*.csv', ['a_b_c.csv', '__.csv'], ['a_b.csv']],
];

/** @type {[glob: string, problem: string][]} */
const REFUSED = [
  ['/a', 'that begins or ends with /, or has an empty, "." or ".." name: no path does'],
  ['a/', 'that begins or ends with /, or has an empty, "." or ".." name: no path does'],
  ['a//b', 'that begins or ends with /, or has an empty, "." or ".." name: no path does'],
  ['./a', 'that begins or ends with /, or has an empty, "." or ".." name: no path does'],
  ['a/../b', 'that begins or ends with /, or has an empty, "." or ".." name: no path does'],
  ['!', 'that begins or ends with /, or has an empty, "." or ".." name: no path does'],
  ['**.csv', 'with ** beside other characters'],
  ['a/***', 'with ** beside other characters'],
  ['{a', 'with a { but not two alternatives: write {a,b}, or \\{'],
  ['{1..3}', 'with a { but not two alternatives: write {a,b}, or \\{'],
  ['{a,b', 'with a { that is never closed'],
  ['a}', 'with a } that was never opened: write \\}'],
  ['a]', 'with a ] that was never opened: write \\]'],
  ['[a', 'with a [ that is never closed'],
  ['[', 'with a [ that is never closed'],
  ['[z-a]', 'with the set z-a, which goes backwards'],
  ['data\\a.csv', 'with a \\ that is not before a special character: write / between folders, or \\\\'],
  ['a\\', 'with a \\ that is not before a special character: write / between folders, or \\\\'],
  ['{a,b}'.repeat(9), 'with more than 256 alternatives'],
];

suite('compileGlob', () => {
  for (const [glob, matched, others] of MATCHES) {
    test(`${glob} matches ${JSON.stringify(matched)}`, () => {
      const matches = compileGlob(glob, 'match');
      for (const path of matched) assert.equal(matches(path), true, path);
      for (const path of others) assert.equal(matches(path), false, path);
    });
  }

  for (const [glob, problem] of REFUSED) {
    test(`refuses ${glob}`, () => {
      assert.throws(() => compileGlob(glob, 'entries[0].match'), {
        name: 'RecipeError',
        code: 'recipe/wrong-value',
        message: `entries[0].match is ${JSON.stringify(glob)}, a glob ${problem}`,
      });
    });
  }

  test('agrees with picomatch', () => {
    fc.assert(
      fc.property(globs, paths, (glob, path) => {
        assert.equal(compileGlob(glob, 'match')(path), picomatch.isMatch(path, glob, { dot: true, nocase: true }));
      }),
      { numRuns: caseCount(3000) },
    );
  });

  test('matches any name if its special characters are escaped', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1 }).filter(name => !/\/|^\.{1,2}$/.test(name));
    fc.assert(
      fc.property(names, name => {
        const glob = name.replace(/[\\*?[\]{}!]/g, '\\$&');
        assert.equal(compileGlob(glob, 'match')(name), true);
      }),
    );
  });

  test('matches names without special characters as a whole, of whatever characters', () => {
    for (const [glob, path, expected] of /** @type {const} */ ([
      ['\u00e9/\u{1f600}', 'E\u0301/\u{1f600}', true],
      ['\u{10428}x', '\u{10400}X', true],
      ['\u00df', 'ss', false],
      ['ss', '\u00df', false],
      ['**/\u{1f600}/b', 'a/\u{1f600}/B', true],
      ['\u{1f600}', '\u{1f600}\u{1f600}', false],
      ['\u{1f600}?', '\u{1f600}\u{1f601}', true],
      ['e\u0301?', '\u00c9\u{1f601}', true],
    ])) {
      assert.equal(compileGlob(glob, 'match')(path), expected, `${glob} ${path}`);
    }
  });

  test('is fast for names designed to make it slow', { timeout: 60_000 }, () => {
    for (const [glob, path] of /** @type {const} */ ([
      ['*_*_*_*_*_*_*_*.csv', '_'.repeat(10_000)],
      ['**/a/**/b/**/*_*_*_*/c', 'a/b/____/'.repeat(1000)],
      [`${'*a'.repeat(500)}b`, 'a'.repeat(10_000)],
      ['{*_,*-}{*_,*-}{*_,*-}*.csv', '_-'.repeat(5000)],
    ])) {
      assert.equal(compileGlob(glob, 'match')(path), false);
    }
  });
});

test('a glob may match below a folder', () => {
  for (const [glob, folders, others] of /** @type {[string, string[], string[]][]} */ ([
    ['**/*.csv', ['a.zip', 'b/a.zip', 'x.csv'], []],
    ['**', ['a', 'a/b'], []],
    ['*', [], ['a', 'a/b']],
    ['*/*', ['a'], ['a/b']],
    ['people/*.csv', ['PEOPLE'], ['people.zip', 'people/a.zip', 'a.zip']],
    ['people/**', ['people', 'people/a.zip'], ['a.zip', 'a/people']],
    ['{a,b}.zip/**/*.csv', ['a.zip', 'b.zip', 'b.zip/c.zip'], ['c.zip']],
    ['**/in/*.csv', ['in', 'a', 'a/in', 'a/b'], []],
    ['!**/*.csv', ['a'], []],
  ])) {
    for (const folder of folders) assert.ok(mayMatchBelow(glob, folder), `${glob} below ${folder}`);
    for (const folder of others) assert.ok(!mayMatchBelow(glob, folder), `${glob} below ${folder}`);
  }
});

test('a glob that matches a path may match below each folder that it is in', () => {
  fc.assert(
    fc.property(globs, paths, fc.nat(), (glob, path, at) => {
      const names = path.split('/');
      fc.pre(names.length > 1 && compileGlob(glob, 'match')(path));
      assert.ok(mayMatchBelow(glob, names.slice(0, 1 + (at % (names.length - 1))).join('/')));
    }),
  );
});
