import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { charsetOf } from '../../src/recipe/charset.js';

suite('charsetOf', () => {
  for (const [label, name] of [
    ['cp866', 'ibm866'],
    [' IBM866 ', 'ibm866'],
    ['Shift-JIS', 'shift_jis'],
    ['gb2312', 'gbk'],
    ['latin1', 'windows-1252'],
    ['CP437', 'cp437'],
  ]) {
    test(`resolves ${JSON.stringify(label)} to ${name}`, () => {
      assert.equal(charsetOf(label, 'entryNames'), name);
    });
  }

  for (const [label, meant] of [
    ['cp932', 'shift_jis'],
    ['ibm437', 'cp437'],
    ['65001', 'utf-8'],
    ['shiftjs', 'shift_jis'],
    ['windows-1259', undefined],
    ['nonsense', undefined],
  ]) {
    test(`refuses ${label} and suggests ${meant ?? 'nothing'}`, () => {
      assert.throws(() => charsetOf(/** @type {string} */ (label), 'entryNames'), {
        name: 'RecipeError',
        code: 'recipe/wrong-value',
        message:
          `entryNames is "${label}", but must be "cp437" or a charset that TextDecoder knows, such as "cp866" or ` +
          `"shift_jis"${meant ? `; did you mean "${meant}"?` : ''}`,
      });
    });
  }
});
