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

  test('allows every ASCII character but four as a delimiter', () => {
    const pattern = new RegExp(schema.definitions.csv.properties.delimiter.pattern, 'u');
    const output = new RegExp(schema.definitions.csv.properties.output.properties.delimiter.pattern, 'u');
    for (let code = 0; code < 300; code++) {
      const character = String.fromCharCode(code);
      const expected = code < 128 && !['"', '\r', '\n', '\0'].includes(character);
      assert.equal(pattern.test(character), expected, `U+${code.toString(16)}`);
      assert.equal(output.test(character), expected, `U+${code.toString(16)}`);
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
