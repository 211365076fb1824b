import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseRecipe } from '../../src/recipe/read-recipe.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import fc, { caseCount } from '../support/fast-check.js';
import { recipes } from './arbitraries.js';

/** @type {[text: string, message: string][]} */
const BROKEN = [
  ['', '1:1 is not JSON: expected a value, found the end'],
  ['{\n  "entries": [\n', '3:1 is not JSON: expected a value or "]", found the end'],
  ['{\n  "entries": [],\n}', '3:1 is not JSON: expected a key in double quotes, found "}"'],
  ['{"entries": [1,]}', '1:16 is not JSON: expected a value, found "]"'],
  ['{entries: []}', '1:2 is not JSON: expected a key in double quotes or "}", found entries'],
  ["{'entries': []}", '1:2 is not JSON: expected a key in double quotes or "}", found \'entries\''],
  ['{"entries" []}', '1:12 is not JSON: expected ":", found "["'],
  ['{}\r\n{}', '2:1 is not JSON: expected the end, found "{"'],
  ['{"a": 1\r  "b": 2}', '2:3 is not JSON: expected "," or "}", found "b"'],
  ['// recipe\n{}', '1:1 is not JSON: expected a value, found a comment, which JSON does not have'],
  [
    '{"a": "x\ny"}',
    '1:7 is not JSON: expected a value, found a string with no end, a control character or an unknown escape',
  ],
  [
    '{"a": "C:\\data"}',
    '1:7 is not JSON: expected a value, found a string with no end, a control character or an unknown escape',
  ],
  ['{"a": 01}', '1:7 is not JSON: expected a value, found 01'],
  ['{"a": tru}', '1:7 is not JSON: expected a value, found tru'],
  ['{"a": \u001b[31m}', '1:7 is not JSON: expected a value, found "\\u{1b}"'],
  ['{"a": [}', '1:8 is not JSON: expected a value or "]", found "}"'],
  ['😀', '1:1 is not JSON: expected a value, found "😀"'],
];

const LITTLE_ENDIAN = Buffer.from('\uFEFF{"entries": []}', 'utf16le');
const BIG_ENDIAN = Buffer.from(LITTLE_ENDIAN).swap16();
/** @type {[title: string, bytes: Buffer][]} */
const UTF_16 = [
  ['little-endian', LITTLE_ENDIAN],
  ['big-endian', BIG_ENDIAN],
  ['little-endian without a mark', LITTLE_ENDIAN.subarray(2)],
  ['big-endian without a mark', BIG_ENDIAN.subarray(2)],
];

suite('parseRecipe', () => {
  for (const [text, message] of BROKEN) {
    test(`refuses ${JSON.stringify(text)} at ${message.slice(0, message.indexOf(' '))}`, async () => {
      await assert.rejects(parseRecipe(text, 'my recipe.json'), {
        name: 'RecipeError',
        code: 'recipe/not-json',
        message: `my recipe.json:${message}`,
      });
    });
  }

  test('keeps the error of JSON.parse as the cause', async () => {
    const error = await parseRecipe('{', 'r.json').catch(error => error);
    assert.ok(error.cause instanceof SyntaxError);
  });

  test('skips a byte order mark', async () => {
    const { sha256 } = await parseRecipe('\uFEFF{"limits": {"maxRatio": 5}}', 'r.json');
    assert.equal(sha256, (await compileRecipe({ limits: { maxRatio: 5 } })).sha256);
  });

  for (const [title, bytes] of UTF_16) {
    test(`refuses UTF-16, ${title}, with a message of its own`, async () => {
      await assert.rejects(parseRecipe(bytes.toString('utf8'), 'my recipe.json'), {
        code: 'recipe/not-json',
        message: 'my recipe.json is UTF-16, not UTF-8; save it as UTF-8',
      });
    });
  }

  test('escapes the name of the file', async () => {
    await assert.rejects(parseRecipe('', 'a\u001b[31m.json'), /^RecipeError: a\\u\{1b\}\[31m\.json:1:1 is not JSON/);
  });

  test('compiles what it reads', async () => {
    await assert.rejects(parseRecipe('{"entries": 5}', 'r.json'), { code: 'recipe/wrong-type' });
    await fc.assert(
      fc.asyncProperty(recipes, async json => {
        const { sha256 } = await parseRecipe(JSON.stringify(json, null, 2), 'r.json');
        assert.equal(sha256, (await compileRecipe(json)).sha256);
      }),
      { numRuns: caseCount(50) },
    );
  });
});
