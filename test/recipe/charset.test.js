import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { charsetOf, encodingOf } from '../../src/recipe/charset.js';

suite('charsetOf', () => {
  for (const [label, name] of [
    ['cp866', 'ibm866'],
    [' IBM866 ', 'ibm866'],
    ['Shift-JIS', 'shift_jis'],
    ['gb2312', 'gbk'],
    ['latin1', 'windows-1252'],
    ['CP437', 'cp437'],
    ['CP850', 'cp850'],
  ]) {
    test(`resolves ${JSON.stringify(label)} to ${name}`, () => {
      assert.equal(charsetOf(label, 'entryNames'), name);
    });
  }

  for (const [label, meant] of [
    ['cp932', 'shift_jis'],
    ['ibm437', 'cp437'],
    ['ibm850', 'cp850'],
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

suite('encodingOf', () => {
  for (const [label, name] of [
    ['auto', 'auto'],
    ['utf-8', 'utf-8'],
    ['UTF8', 'utf-8'],
    ['utf-16', 'utf-16le'],
    ['UTF-16BE', 'utf-16be'],
    ['latin1', 'windows-1252'],
    [' Shift-JIS ', 'shift_jis'],
  ]) {
    test(`resolves ${JSON.stringify(label)} to ${name}`, () => {
      assert.equal(encodingOf(label, 'encoding'), name);
    });
  }

  for (const [label, hint] of [
    ['cp437', 'cp437 is for "entryNames" only'],
    ['IBM437', 'cp437 is for "entryNames" only'],
    ['cp850', 'cp850 is for "entryNames" only'],
    ['AUTO', 'did you mean "auto"?'],
    ['ansi', 'did you mean "windows-1252"?'],
    ['utf16', 'did you mean "utf-16le"?'],
    ['cp932', 'did you mean "shift_jis"?'],
    ['replacement', undefined],
    ['iso-2022-kr', undefined],
    ['cp852', undefined],
  ]) {
    test(`refuses ${label} and hints at ${hint ?? 'nothing'}`, () => {
      assert.throws(() => encodingOf(/** @type {string} */ (label), 'entries[0].csv.encoding'), {
        name: 'RecipeError',
        code: 'recipe/wrong-value',
        message:
          `entries[0].csv.encoding is "${label}", but must be "auto" or a charset that TextDecoder knows, such as ` +
          `"windows-1252" or "shift_jis"${hint ? `; ${hint}` : ''}`,
      });
    });
  }
});
