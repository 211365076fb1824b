import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { printableJson } from '../../src/printable.js';
import fc from '../support/fast-check.js';
import { runCli, temporaryFolder } from '../support/run-cli.js';
import { writeZip } from '../support/zip-writer.js';

// One character that begins an escape sequence, one that turns text around, and one that ends a line.
const EVIL = '\u009b2J\u202e\u2028';
const OBEYED = /[\u007f-\u009f\u2028\u2029\u202a-\u202e]/;

test('JSON that is printed means the same, and has nothing that a terminal obeys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      for (const indent of [undefined, 2]) {
        const json = JSON.stringify([value, text, EVIL], null, indent);
        const printed = printableJson(json);
        assert.deepEqual(JSON.parse(printed), JSON.parse(json));
        assert.doesNotMatch(printed, OBEYED);
      }
    }),
  );
});

test('names and headers of an archive write no escape sequences, neither as JSON nor into a recipe', async t => {
  const cwd = await temporaryFolder(t);
  const content = `id,email${EVIL}\n1,ada@example.com\n2,bob@example.com\n`;
  const names = [`${EVIL}.csv`, `${EVIL}/x`];
  await writeFile(join(cwd, 'x.zip'), writeZip(names.map(name => ({ name, content }))));
  const inspected = await runCli(['inspect', 'x.zip', '--json', '--write-recipe', 'recipe.json'], { cwd });
  const checked = await runCli(['check', 'recipe.json'], { cwd });
  const ran = await runCli(['run', 'x.zip', '--to', 'out', '--json'], { cwd });
  const recipe = await readFile(join(cwd, 'recipe.json'), 'utf8');
  for (const text of [inspected, checked, ran].flatMap(({ stdout, stderr }) => [stdout, stderr]).concat(recipe)) {
    assert.doesNotMatch(text, OBEYED);
  }
  assert.deepEqual(
    JSON.parse(ran.stdout).entries.map((/** @type {any} */ { path }) => path),
    names,
  );
  assert.ok(JSON.stringify(JSON.parse(recipe)).includes(`email${EVIL}`));
});
