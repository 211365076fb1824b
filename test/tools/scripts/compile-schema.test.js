import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { Ajv } from 'ajv';
import { compileSchema, OPTIONS } from '../../../scripts/compile-schema.js';
import { validate as compiled } from '../../../src/recipe/check-recipe.generated.js';
import schema from '../../../src/recipe/recipe.schema.json' with { type: 'json' };
import { recipes } from '../../recipe/arbitraries.js';
import fc, { caseCount } from '../../support/fast-check.js';

const COMMITTED = new URL('../../../src/recipe/check-recipe.generated.js', import.meta.url);

const values = fc.oneof(
  fc.constantFrom(undefined, null, true, false, '', 'auto', 'US', '"', -1, 0, 1, 0.5, 1e6, 1e16, {}, [], [''], [{}]),
  fc.jsonValue({ maxDepth: 2 }),
);

const atRunTime = new Ajv(OPTIONS).compile(schema);

suite('compileSchema', () => {
  test('generates the committed file (else run "npm run compile-schema")', () => {
    assert.equal(readFileSync(COMMITTED, 'utf8'), compileSchema());
  });

  test('agrees with ajv at run time on valid and invalid recipes', () => {
    const verdicts = [0, 0];
    fc.assert(
      fc.property(recipes, fc.array(fc.tuple(fc.nat(), values), { maxLength: 3 }), (recipe, changes) => {
        const value = { ...recipe };
        for (const change of changes) breakSomewhere(value, change);
        verdicts[assertSame(value) ? 1 : 0]++;
      }),
      { numRuns: caseCount(1000) },
    );
    assert.ok(Math.min(...verdicts) > caseCount(200), `invalid and valid: ${verdicts}`);
  });

  test('agrees with ajv at run time on any other JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), value => void assertSame(value)));
  });

  test('counts the characters of a glob as ajv does', () => {
    for (const character of ['a', 'é', '😀', '\ud83d', '\ude00', '\ude00\ud83d']) {
      for (const length of [0, 1, 512, 513, 1024, 1025]) {
        assertSame({ entries: [{ match: character.repeat(length), copy: true }] });
      }
    }
  });
});

/**
 * Asserts the same verdict, errors and defaults.
 *
 * @param {unknown} value
 * @returns {boolean} Whether the recipe is valid.
 */
function assertSame(value) {
  const [actual, expected] = [structuredClone(value), structuredClone(value)];
  const right = atRunTime(expected);
  assert.equal(compiled(actual), right);
  assert.deepEqual(compiled.errors, atRunTime.errors);
  assert.deepEqual(actual, expected);
  return right;
}

/**
 * @param {Record<string, unknown>} value
 * @param {[number, unknown]} change A position and its new value; `undefined` deletes the key.
 */
function breakSomewhere(value, [choice, replacement]) {
  const positions = positionsIn(value);
  const [parent, key] = positions[choice % positions.length] ?? [value, 'entries'];
  if (replacement === undefined) delete parent[key];
  else parent[key] = structuredClone(replacement);
}

/**
 * @param {Record<string, unknown>} value
 * @returns {[Record<string, unknown>, string][]} Every existing key, and one missing key of every object.
 */
function positionsIn(value) {
  return [...Object.keys(value), 'other'].flatMap(key => {
    const part = /** @type {Record<string, unknown> | null | undefined} */ (value[key]);
    const below = part !== null && typeof part === 'object' ? positionsIn(part) : [];
    return [/** @type {[Record<string, unknown>, string]} */ ([value, key]), ...below];
  });
}
