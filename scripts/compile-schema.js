import { writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import schema from '../src/recipe/recipe.schema.json' with { type: 'json' };

/**
 * Compiles the recipe's schema to a standalone validator: loading ajv itself would cost a small function too much time
 * and memory at every start.
 *
 * @returns {string} The text of `src/recipe/check-recipe.generated.js`.
 */
export function compileSchema() {
  const ajv = new Ajv(OPTIONS);
  const code = REPLACEMENTS.reduce(
    (code, [found, replacement]) => code.replaceAll(found, replacement),
    standalone.default(ajv, ajv.compile(schema)),
  );
  if (code.includes('require(')) throw new Error('the compiled schema needs another module of ajv: replace it');
  return HEADER + code;
}

/** ajv's options. The tests compile the schema at run time with the same ones. */
export const OPTIONS = Object.freeze({
  strict: true,
  // "One of csv, copy, skip and archive" requires keys that are declared beside it.
  strictRequired: false,
  allowUnionTypes: true,
  useDefaults: true,
  // All errors, to report the most helpful one; `verbose`, to say what the schema allows there.
  allErrors: true,
  verbose: true,
  code: { source: true, esm: true, lines: true },
});

const HEADER = `// Generated from recipe.schema.json by "npm run compile-schema": change the schema, not this file.
// @ts-nocheck
import schema from './recipe.schema.json' with { type: 'json' };

`;

// Counts code points, as JSON Schema does, not UTF-16 units.
const LENGTH = 'text => { let length = 0; for (const _ of text) length++; return length; }';

/** @type {[string | RegExp, string][]} Found in ajv's code, and its replacement. */
const REPLACEMENTS = [
  ['"use strict";\n', ''],
  ['export const', "/** @type {import('ajv').ValidateFunction} */\nexport const"],
  [/export default \w+;\n/g, ''],
  ['require("ajv/dist/runtime/ucs2length").default', LENGTH],
  // ajv inlines copies of the schema and of its definitions.
  [JSON.stringify(schema), 'schema'],
  ...Object.entries(schema.definitions).map(
    ([name, part]) => /** @type {[string, string]} */ ([JSON.stringify(part), `schema.definitions.${name}`]),
  ),
];

if (import.meta.main) {
  writeFileSync(new URL('../src/recipe/check-recipe.generated.js', import.meta.url), compileSchema());
}
