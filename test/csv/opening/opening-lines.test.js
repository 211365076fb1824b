import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linesBetween, openingLines } from '../../../src/csv/opening/opening-lines.js';
import fc from '../../support/fast-check.js';
import { ruleOf } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

describe('openingLines', () => {
  const auto = /** @type {const} */ ({ skipLines: 'auto', delimiter: 'auto' });
  const cases = /** @type {[text: string, rule: Partial<CsvRule>, skipped: string, delimiter: string | null][]} */ ([
    ['sep=;\r\na;b\n', auto, 'sep=;\r\n', ';'],
    ['SEP=\t\ra\tb\r', auto, 'SEP=\t\r', '\t'],
    ['sep=|', auto, 'sep=|', '|'],
    ['sep=;;\na\n', auto, '', null],
    ['sep="\na\n', auto, '', null],
    ['a\nsep=;\n', auto, '', null],
    ['sep=;\na;b\n', { skipLines: 'auto', delimiter: ';' }, 'sep=;\n', ';'],
    ['sep=;\na,b\n', { skipLines: 'auto', delimiter: ',' }, '', null],
    ['sep=;\na;b\n', { skipLines: 1, delimiter: 'auto' }, 'sep=;\n', ';'],
    ['sep=;\na,b\n', { skipLines: 0, delimiter: 'auto' }, '', null],
    ['\n"x\r\ny\r\na,b\n', { skipLines: 3 }, '\n"x\r\ny\r\n', null],
    ['x\ry\ra,b\r', { skipLines: 2 }, 'x\ry\r', null],
    ['x\ry\na,b\n', { skipLines: 1 }, 'x\ry\n', null],
  ]);
  for (const [text, rule, skipped, delimiter] of cases) {
    it(`are ${JSON.stringify(skipped)} of ${JSON.stringify(text)}, with ${JSON.stringify(rule)}`, () => {
      const found = openingLines(Buffer.from(text), true, ruleOf(rule));
      assert.deepEqual(found, { end: skipped.length, complete: true, delimiter });
    });
  }

  it('are not complete before the line ends can be known', () => {
    const text = Buffer.from('x\ny\na,b\n');
    assert.equal(openingLines(text, false, ruleOf({ skipLines: 2 })).complete, false);
    const long = Buffer.concat([text, Buffer.alloc(65_536, 'z')]);
    assert.deepEqual(openingLines(long, false, ruleOf({ skipLines: 2 })), { end: 4, complete: true, delimiter: null });
  });

  it('are the entire entry if it has fewer lines', () => {
    assert.deepEqual(openingLines(Buffer.from('x\ny'), true, ruleOf({ skipLines: 2 })), {
      end: 3,
      complete: false,
      delimiter: null,
    });
    assert.equal(openingLines(Buffer.from('x\ny\n'), true, ruleOf({ skipLines: 2 })).complete, true);
  });
});

describe('linesBetween', () => {
  it('are those that are not empty, with the number and the end of the last', () => {
    const text = '\nx\r\n\r\n\ny\n\na,b\n';
    const lines = [
      { from: 1, to: 4 },
      { from: 7, to: 9 },
    ];
    assert.deepEqual(linesBetween(text, 0, 10, false), { lines, count: 5, end: 9 });
    assert.deepEqual(linesBetween(text, 0, 0, false), { lines: [], count: 0, end: 0 });
  });

  it('end with a CR only if a CR ends records', () => {
    assert.equal(linesBetween('x\ry\rz', 0, 4, true).count, 2);
    assert.deepEqual(linesBetween('x\ry\rz', 0, 4, false).lines, [{ from: 0, to: 4 }]);
  });

  it('are as many as there are lines, and lose no byte', () => {
    const texts = fc.array(fc.constantFrom('x\n', 'yy\r\n', 'z,"\n', '\n', '\r\n')).map(lines => lines.join(''));
    const property = fc.property(texts, text => {
      const { lines, count, end } = linesBetween(text, 0, text.length, false);
      const filled = text.split(/(?<=\n)/).filter(line => line.trim() !== '');
      assert.deepEqual(
        lines.map(({ from, to }) => text.slice(from, to)),
        filled,
      );
      assert.equal(count, text.slice(0, end).split('\n').length - 1);
      assert.match(text.slice(end), /^[\r\n]*$/);
    });
    fc.assert(property);
  });
});
