import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import schema from '../../src/recipe/recipe.schema.json' with { type: 'json' };
import { allowedBy, pathsWithKey, resolvePart } from '../../src/recipe/schema-part.js';

suite('a part of the schema', () => {
  for (const [key, paths] of /** @type {[string, string[]][]} */ ([
    ['drop', ['entries[].csv']],
    ['maxRatio', ['limits']],
    ['delimiter', ['entries[].csv', 'entries[].csv.output']],
    ['country', ['entries[].csv.phones[]']],
    ['nothing', []],
    ['toString', []],
  ])) {
    test(`that has the key ${key} is found at ${paths.join(' and ') || 'no path'}`, () => {
      assert.deepEqual(pathsWithKey(key, schema, schema), paths);
    });
  }

  test('is what a reference leads to', () => {
    assert.equal(resolvePart({ $ref: '#/definitions/phone' }, schema), schema.definitions.phone);
    assert.deepEqual(resolvePart({ title: 'a' }, schema), { title: 'a' });
    assert.deepEqual(resolvePart(undefined, schema), {});
  });

  test('describes the values that it allows', () => {
    assert.equal(allowedBy({ enum: ['a', 5], title: 'b' }), 'one of "a", 5');
    assert.equal(allowedBy({ title: 'a name' }), 'a name');
    assert.equal(allowedBy({ minimum: 1, maximum: 9 }), 'an integer from 1 to 9');
  });
});
