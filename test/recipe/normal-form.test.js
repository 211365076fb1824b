import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looseName } from '../../src/recipe/field-names.js';
import { compileGlob } from '../../src/recipe/glob.js';
import { hasManyMarks, normalForm } from '../../src/recipe/normal-form.js';

// Each mark belongs before all those of the other kind.
const MARKS = '\u0301\u0323'.repeat(50_000);

test('a path is brought into a normal form, however many marks it has, as long as an output may have it', () => {
  const path = `a${'\u0301\u0323'.repeat(200)}`;
  assert.equal(normalForm(path, 'NFC'), path.normalize('NFC'));
  assert.notEqual(normalForm(path, 'NFC'), path);
  const long = `${'e\u0301/'.repeat(1000)}x`;
  assert.equal(normalForm(long, 'NFC'), long.normalize('NFC'));
});

test('a hundred thousand marks in a row are never sorted', t => {
  const path = `a${MARKS}`;
  const normalize = t.mock.method(String.prototype, 'normalize');
  assert.equal(normalForm(path, 'NFC'), path);
  assert.equal(looseName(`A${MARKS}`), looseName(path));
  assert.equal(compileGlob('*', 'match')(path), true);
  for (const { this: text } of normalize.mock.calls) assert.ok(String(text).length < 10);
});

test('every character with which a normal form can end in marks counts', () => {
  for (const mark of ['\u0301', '\u0344', '\u3099', '\u{1d165}', '\uff9e', '\u05b0']) {
    assert.ok(hasManyMarks(`a${mark.repeat(31)}`), mark);
    assert.ok(!hasManyMarks(`a${mark.repeat(30)}`), mark);
  }
});
