import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drawsAll } from '../support/cases.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMMITTED = 'src/engine/module.generated.js';
const SOURCES = 'src/engine/assembly';
const COMPILER = [
  'scripts/build-engine.js',
  ...['assemblyscript', 'binaryen'].map(name => `node_modules/${name}/package.json`),
];

test('the committed module is what its source compiles to, or "npm run build-engine" was forgotten', async () => {
  // To compile takes nine seconds of a processor, and the same sources give the same bytes: a machine does it once.
  const compiled = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice', `engine-${fingerprint()}`);
  if (existsSync(compiled) && !drawsAll) return;
  const { buildEngine } = await import('../../scripts/build-engine.js');
  assert.ok(readFileSync(join(ROOT, COMMITTED), 'utf8') === (await buildEngine()));
  try {
    mkdirSync(join(compiled, '..'), { recursive: true });
    writeFileSync(compiled, '');
  } catch {
    // Then it is compiled again.
  }
});

/** Of the module, and all that it is compiled from and with. */
function fingerprint() {
  const sources = readdirSync(join(ROOT, SOURCES), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => `${SOURCES}/${name}`);
  const hash = createHash('sha256').update(process.version);
  for (const path of [COMMITTED, ...COMPILER, ...sources.sort()]) {
    const bytes = readFileSync(join(ROOT, path));
    hash.update(`\n${path} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
