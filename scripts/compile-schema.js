import { writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import schema from '../src/recipe/recipe.schema.json' with { type: 'json' };

/**
 * ajv's validator for the recipe's schema as a module of its own: ajv itself costs time and memory, at every start, that
 * a small function does not have.
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

/** ajv's settings; with the same ones it compiles the schema at run time. */
export const OPTIONS = Object.freeze({
  strict: true,
  // "One of csv, copy and skip" names keys that stand beside it.
  strictRequired: false,
  allowUnionTypes: true,
  useDefaults: true,
  // All of them, to report the most telling one; `verbose`, to say what the schema allows at that place.
  allErrors: true,
  verbose: true,
  code: { source: true, esm: true, lines: true },
});

const HEADER = `// Generated from recipe.schema.json by "npm run compile-schema": change the schema, not this file.
// @ts-nocheck
import schema from './recipe.schema.json' with { type: 'json' };

`;

// Counts characters, as JSON Schema does, and not UTF-16 units.
const LENGTH = 'text => { let length = 0; for (const _ of text) length++; return length; }';

/** @type {[string | RegExp, string][]} What ajv writes, and what takes its place. */
const REPLACEMENTS = [
  ['"use strict";\n', ''],
  ['export const', "/** @type {import('ajv').ValidateFunction} */\nexport const"],
  [/export default \w+;\n/g, ''],
  ['require("ajv/dist/runtime/ucs2length").default', LENGTH],
  // ajv copies the schema, and the parts that it refers to.
  [JSON.stringify(schema), 'schema'],
  ...Object.entries(schema.definitions).map(
    ([name, part]) => /** @type {[string, string]} */ ([JSON.stringify(part), `schema.definitions.${name}`]),
  ),
];

if (import.meta.main) {
  writeFileSync(new URL('../src/recipe/check-recipe.generated.js', import.meta.url), compileSchema());
}
