import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Ajv } from 'ajv';
import { getCountries } from 'libphonenumber-js/max';
import { compileRecipe } from '../../src/recipe/recipe.js';
import schema from '../../src/recipe/recipe.schema.json' with { type: 'json' };

suite('recipe.schema.json', () => {
  test('is valid according to its meta-schema', () => {
    const ajv = new Ajv({ allowUnionTypes: true });
    assert.equal(ajv.validateSchema(schema), true, ajv.errorsText());
  });

  test('describes every key and its allowed values', () => {
    for (const { path, part } of keysOf(schema, '#')) {
      if (part.$ref) continue;
      assert.ok(part.description, `${path} has no description`);
      assert.ok(
        part.title || part.enum || (part.minimum !== undefined && part.maximum !== undefined),
        `${path}: no title`,
      );
    }
  });

  test('allows no unknown key in any object', () => {
    for (const { path, part } of partsOf(schema, '#')) {
      if (part.properties) assert.equal(part.additionalProperties, false, path);
    }
  });

  test('has only valid examples and defaults', async () => {
    for (const example of schema.examples) await compileRecipe(example);
    for (const { path, part } of keysOf(schema, '#')) {
      const validate = new Ajv({ allowUnionTypes: true, strict: false }).compile({
        ...part,
        definitions: schema.definitions,
      });
      for (const value of [...(part.examples ?? []), ...('default' in part ? [part.default] : [])]) {
        assert.equal(validate(value), true, `${path}: ${JSON.stringify(value)}`);
      }
    }
  });

  test('allows exactly the countries that libphonenumber-js knows', () => {
    const pattern = new RegExp(schema.definitions.phone.properties.country.pattern, 'u');
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
    const known = letters.flatMap(a => letters.map(b => a + b)).filter(code => pattern.test(code));
    assert.deepEqual(known, getCountries().sort());
    for (const code of ['', 'us', 'USA', ' US', 'US\n']) assert.equal(pattern.test(code), false, code);
  });

  test("allows every ASCII character but four as a delimiter of the output, and every character but those as the input's", () => {
    const pattern = new RegExp(schema.definitions.csv.properties.delimiter.pattern, 'u');
    const output = new RegExp(schema.definitions.csv.properties.output.properties.delimiter.pattern, 'u');
    for (let code = 0; code < 0x10000; code++) {
      const character = String.fromCharCode(code);
      const isAllowed = !['"', '\r', '\n', '\0'].includes(character) && character.isWellFormed();
      assert.equal(pattern.test(character), isAllowed, `U+${code.toString(16)}`);
      assert.equal(output.test(character), isAllowed && code < 128, `U+${code.toString(16)}`);
    }
  });

  test('allows 1 to 8 characters as a delimiter, and those of a comment', async () => {
    for (const text of ['||', ', ', ' ; ', '\t\t', '§', '\u{1f600}'.repeat(8)]) {
      for (const csv of [{ delimiter: text }, { comments: text }]) {
        await compileRecipe({ entries: [{ match: '*', csv }] });
      }
    }
  });

  test('allows exactly the shares from 0% to 100%', () => {
    const pattern = new RegExp(schema.definitions.csv.properties.maxBad.pattern, 'u');
    for (const share of ['0%', '00%', '0.000001%', '9.5%', '10%', '99.999999%', '100%', '100.0%', 'auto']) {
      assert.ok(pattern.test(share), share);
    }
    for (const share of ['', '%', '-1%', '10', '1e1%', '.5%', '5.%', '100.5%', '101%', '110%', '10 %', '10%\n']) {
      assert.equal(pattern.test(share), false, share);
    }
  });
});

/**
 * @typedef {{
 *   $ref?: string, title?: string, description?: string, enum?: unknown[], minimum?: number, maximum?: number,
 *   properties?: Record<string, Part>, additionalProperties?: boolean, examples?: unknown[], default?: unknown
 * }} Part
 */

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {{ path: string, part: Part }[]}
 */
function partsOf(value, path) {
  if (value === null || typeof value !== 'object') return [];
  const below = Object.entries(value).flatMap(([key, part]) => partsOf(part, `${path}/${key}`));
  return [{ path, part: value }, ...below];
}

/**
 * @param {unknown} value
 * @param {string} path
 */
function keysOf(value, path) {
  return partsOf(value, path).filter(({ path }) => /\/(properties|definitions)\/[^/]+$/.test(path));
}
