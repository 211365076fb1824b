import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCertain, rareDelimiters } from '../../../../src/csv/opening/delimiters/rare-delimiters.js';
import { findRepeated } from '../../../../src/csv/opening/delimiters/repeated-delimiter.js';
import { findTable } from '../../../../src/csv/opening/table/find-table.js';
import { baseReading, isBetter, isPoor, otherReadings } from '../../../../src/csv/opening/text/readings.js';
import { ruleOf } from '../../edit-entry.js';

/** @import { CsvRule } from '../../../../src/recipe/recipe.js' */
/** @import { Reading } from '../../../../src/csv/opening/text/reading.js' */

const AUTO = /** @type {const} */ ({ delimiter: 'auto', quote: 'auto', escape: 'auto', comments: 'auto' });
const RFC = baseReading(ruleOf(AUTO), null);
const OPTIONS = { named: true, sure: false, used: [], skips: true, hashes: true };

describe('baseReading', () => {
  it('is RFC 4180 where the rule says nothing', () => {
    const expected = { delimiter: ',', quote: '"', escape: 'double', spaces: false, cr: false, comments: null };
    assert.deepEqual(RFC, expected);
    assert.equal(baseReading(ruleOf(AUTO), ';').delimiter, ';');
  });

  it('is what the rule says otherwise, with one character a byte', () => {
    const rule = ruleOf({ delimiter: '§', quote: "'", escape: 'backslash', comments: '//' });
    const expected = { delimiter: '\xc2\xa7', quote: "'", escape: 'backslash', comments: '//' };
    assert.deepEqual(baseReading(rule, ';'), { ...RFC, ...expected });
  });
});

describe('otherReadings', () => {
  for (const [text, rule, expected] of /** @type {[text: string, rule: Partial<CsvRule>, expected: string[]][]} */ ([
    ['a,b\n', {}, ['none double']],
    [`"a",'b'\n`, {}, ['" loose', "' double", "' loose", 'none double']],
    ['"a\\"b",c\n', {}, ['" backslash', '" loose', 'none double']],
    ['"a", "b"\n', {}, ['" double spaces', '" loose', 'none double']],
    [`"a", "b", 'c'\n`, { quote: '"' }, ['" double spaces', '" loose']],
    ['"a\\"", "b"\n', { quote: '"', escape: 'double' }, []],
  ])) {
    it(`of ${JSON.stringify(text)} are what it holds and the rule allows: ${JSON.stringify(rule)}`, () => {
      const readings = otherReadings(RFC, ruleOf({ ...AUTO, ...rule }), text);
      const shown = readings.map(({ quote, escape: escaping, spaces }) =>
        [quote, escaping, ...(spaces ? ['spaces'] : [])].join(' '),
      );
      assert.deepEqual(shown.sort(), expected.sort());
    });
  }
});

describe('isBetter', () => {
  for (const [title, text, reading, expected] of /** @type {[string, string, Partial<Reading>, boolean][]} */ ([
    ["', where values hold the delimiter", "a,b\n'1,2',3\n'4,5',6\n", { quote: "'" }, true],
    ["', where no more records are good", "a,b\n'1',2\n'3',4\n", { quote: "'" }, false],
    ['a backslash that escapes', 'a,b\n"x\\"y",1\n"z\\"",2\n', { escape: 'backslash' }, true],
    ['spaces around quotes', 'a, b\n1, "x,y"\n2, "z,y"\n', { spaces: true }, true],
    ['no quotes, where most are broken', 'a,b\n"x"1,2\n"y"1,2\n"z"1,2\n', { quote: 'none' }, true],
    ['no quotes, where more are sound', 'a,b\n"x"1,2\n"y"1,2\n"z",2\n"z",2\n"z",2\n', { quote: 'none' }, false],
    ['another delimiter, where most records are good', 'a,b;c\n1,2;3\n4,5\n', { delimiter: ';' }, false],
    ['another delimiter, where all would be', 'a,b;c\n1,2;3\n4,5;6\nx;y\n', { delimiter: ';' }, false],
    ['one column', 'a,b\n"x"1,2\n', { quote: 'none', delimiter: '|' }, false],
  ])) {
    it(`${expected ? 'prefers' : 'does not prefer'} ${title}`, () => {
      const base = tableOf(text, RFC);
      assert.equal(isBetter(tableOf(text, { ...RFC, ...reading }), base, base, ruleOf(AUTO)), expected);
    });
  }
});

describe('rareDelimiters', () => {
  it('are those in most of the first lines, the commonest first', () => {
    assert.deepEqual(rareDelimiters('a^b^c~d:e/f\n1^2^3~4:5/6\n'), ['^', '~', ':']);
    assert.deepEqual(rareDelimiters('a^b^c~d:e/f\n1^2^3~4:5/6\n', true), ['^', '~']);
    assert.deepEqual(rareDelimiters('a,b;c\td|e\n1,2;3\t4|5\n'), []);
    assert.deepEqual(rareDelimiters(`a~b\n${'1,2\n'.repeat(10)}`), []);
  });

  it('may have several characters, or one that has two bytes', () => {
    assert.deepEqual(rareDelimiters('a||b\n1||2\n'), ['||']);
    assert.deepEqual(rareDelimiters('a\xc2\xa7b\n1\xc2\xa72\n'), ['\xc2\xa7']);
    assert.ok(rareDelimiters('a, b\n1, 2\n').includes(', '));
  });

  it('have 32 bytes at most', () => {
    const [most, more] = [':'.repeat(32), ':'.repeat(33)];
    assert.deepEqual(rareDelimiters(`a${most}b\n1${most}2\n`), [most, ':']);
    assert.deepEqual(rareDelimiters(`a${more}b\n1${more}2\n`), [':']);
  });
});

describe('isCertain', () => {
  for (const [text, delimiter, expected] of /** @type {[text: string, delimiter: string, expected: boolean][]} */ ([
    ['a~b\n1~2\n', '~', true],
    ['a~b\n1~2\n3\n', '~', false],
    ['a b c\n1 2 3\n4 5 6\n', ' ', true],
    ['a b\n1 2\n4 5\n', ' ', false],
    ['a~b\n1~2\n3~4\n5~6\n7~8\n9~0\n1\n', '~', false],
    ['a b c\n1 2 3\n4 5\n', ' ', false],
    ['a,b\nx~y~z\n1~2~3\n', '~', false],
  ])) {
    it(`${expected ? 'takes' : 'does not take'} ${JSON.stringify(delimiter)} in ${JSON.stringify(text)}`, () => {
      assert.equal(isCertain(tableOf(text, { ...RFC, delimiter }), text), expected);
    });
  }
});

describe('findRepeated', () => {
  const filled = (/** @type {string} */ by) => `a${by}b${by}c\n${`1${by}2${by}3\n`.repeat(4)}`;
  for (const [by, single, isFound] of /** @type {[by: string, single: string, isFound: boolean][]} */ ([
    ['||', '|', true],
    ['~~~', '~', true],
    [',,', ',', false],
    ['|', '|', false],
  ])) {
    it(`${isFound ? 'finds' : 'does not find'} ${by}`, () => {
      const sample = { text: filled(by), whole: true };
      const table = findRepeated(sample, tableOf(sample.text, { ...RFC, delimiter: single }), OPTIONS);
      assert.equal(table?.reading.delimiter, isFound ? by : undefined);
      if (isFound) assert.equal(table?.width, 3);
    });
  }

  it('does not take a value between two delimiters for none', () => {
    const text = `${filled('||')}1|x|2||3\n`;
    assert.equal(findRepeated({ text, whole: true }, tableOf(text, { ...RFC, delimiter: '|' }), OPTIONS), null);
  });
});

describe('isPoor', () => {
  it('holds if most records are bad, or have one field', () => {
    assert.ok(isPoor(tableOf('a\n1\n', RFC)));
    assert.ok(isPoor(tableOf('a,b\n1,2\n1\n', RFC)));
    assert.ok(!isPoor(tableOf('a,b\n1,2\n1,2\n1\n', RFC)));
    assert.ok(!isPoor(tableOf('a,b\n', RFC)));
  });
});

/**
 * @param {string} text
 * @param {Reading} reading
 */
function tableOf(text, reading) {
  return findTable({ text, whole: true }, reading, OPTIONS);
}
