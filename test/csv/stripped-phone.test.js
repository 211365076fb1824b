import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runEngineEditor, runRecordEditor } from '../engine/run-engine-editor.js';
import fc, { caseCount } from '../support/fast-check.js';
import { ruleOf } from './edit-entry.js';
import { DRESS, strippedPhone } from './stripped-phone.js';

const part = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...'+0123456789', "'", "'", '""', 'é', '漢', '\u2010', '😀') },
  { weight: 3, arbitrary: fc.constantFrom(...DRESS.filter(character => !'\r\n'.includes(character))) },
  // Parts of characters.
  { weight: 1, arbitrary: fc.constantFrom('\xc2', '\xa0', '\xe2', '\x80', '\x81', '\xef', '\xbb') },
);
/** One character a byte. */
const value = fc
  .array(part, { maxLength: 8 })
  .map(parts => parts.map(text => (text <= '\x7f' || text >= '\u0100' ? utf8(text) : text)).join(''));

describe('a phone that is stripped', () => {
  it('loses all white space, marks of direction and an apostrophe before it, in both editors', () => {
    const cases = fc.record({
      values: fc.array(fc.tuple(value, fc.boolean()), { minLength: 1, maxLength: 6 }),
      trim: fc.boolean(),
      output: fc.record({ delimiter: fc.constantFrom(null, ';', "'", '+', '5') }),
    });
    const property = fc.property(cases, ({ values, trim, output }) => {
      const fields = values.map(([text, isQuoted]) => (isQuoted ? `"${text}"` : text.replaceAll('"', '')));
      const text = `n,p\n${fields.map(field => `1,${field}\n`).join('')}`;
      const rule = ruleOf({ trim, output, phones: [{ field: 'p', format: 'strip', country: null }] });
      const [inEngine, inJavaScript] = [runEngineEditor({ text, rule }, []), runRecordEditor({ text, rule }, [])];
      assert.deepEqual(inEngine, inJavaScript);
      const delimiter = output.delimiter ?? ',';
      const expected = fields.map(field => strippedPhone(field.replace(/^"|"$/g, '').replaceAll('""', '"')));
      const written = inJavaScript.output.split('\n').slice(1, -1);
      assert.deepEqual(
        written.map(line =>
          line
            .slice(1 + delimiter.length)
            .replace(/^"(.*)"$/, '$1')
            .replaceAll('""', '"'),
        ),
        expected,
      );
    });
    fc.assert(property, { numRuns: caseCount(800) });
  });

  for (const character of DRESS) {
    it(`has no ${JSON.stringify(character)}`, () => {
      const text = Buffer.from(`p\n"${character}+1${character}650${character}"\n`).toString('latin1');
      const rule = ruleOf({ phones: [{ field: 'p', format: 'strip', country: null }] });
      for (const run of [runEngineEditor, runRecordEditor]) {
        assert.equal(run({ text, rule }, []).output, 'p\n"+1650"\n');
      }
    });
  }

  it('keeps an apostrophe before anything but a number', () => {
    assert.equal(strippedPhone("'n/a"), "'n/a");
    assert.equal(strippedPhone(" '+1"), '+1');
  });
});

/** @param {string} text */
function utf8(text) {
  return Buffer.from(text).toString('latin1');
}
