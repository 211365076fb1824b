import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findDifference, readOutputs } from '../../../../experiments/outputs.js';
import { VARIANTS } from '../../../../experiments/results.js';
import { makeSampleArchive } from '../../../../scripts/generate-data/sample-archive.js';
import { drawsAll } from '../../../support/cases.js';
import { filesIn, temporaryFolder } from '../../../support/run-cli.js';
import { writeZip } from '../../../support/zip-writer.js';

/** @import { Variant } from '../../../../experiments/results.js' */
/** @import { ZipEntry } from '../../../support/zip-writer.js' */

const QUICKLY = new URL('../../../support/load-quickly.js', import.meta.url).href;
const SAMPLE_RECIPE = fileURLToPath(new URL('../../../../scripts/generate-data/sample-recipe.json', import.meta.url));

describe('the variants as programs write the same files', () => {
  it('of the sample archive', { timeout: 60_000 }, async t => {
    const folder = await temporaryFolder(t);
    const { path } = await makeSampleArchive({ folder, rows: 2000 });
    const files = await runAll(folder, path, SAMPLE_RECIPE);
    assert.equal(files, 7);
  });

  it('of non-ASCII names and fields, stored and deflated, in folders', { timeout: 60_000 }, async t => {
    const folder = await temporaryFolder(t);
    const content = Buffer.from('Größe;größte;ß\r\n"é";+44 20 7946 0958;\xff\r\n', 'utf8');
    const archive = await writeArchive(folder, [
      { name: 'Ordner/', content: '' },
      { name: Buffer.from('Ordner/\x81ber.csv', 'latin1'), flags: 0, madeBy: 20, content, descriptor: 'signed' },
      { name: 'Ordner/日本.csv', flags: 0x800, method: 0, content },
      { name: 'leer.csv', method: 0, content: '' },
      { name: 'bytes', content: Buffer.from([0xff, 0xfe, 0x80, 0x0a, 0x22]) },
    ]);
    const phones = [{ field: 'größte', format: 'rfc3966', country: 'GB' }];
    const recipe = await writeRecipe(folder, { phones, drop: ['Größe'], output: { delimiter: ':' } });
    assert.equal(await runAll(folder, archive, recipe), 4);
    const output = await readFile(join(folder, 'buffer/odd/Ordner/über.csv'), 'utf8');
    assert.equal(output, 'größte:ß\r\n"tel:+442079460958":ÿ\r\n');
  });
});

describe('the variants as programs fail with one line, and leave no partial output behind', () => {
  const good = { name: 'a.csv', content: `id,name\n${'1,x\n'.repeat(20_000)}` };
  /** @type {Record<string, (ZipEntry)[]>} */
  const archives = {
    'corrupt bytes': [{ ...good, raw: Buffer.alloc(100, 0xff) }],
    encryption: [{ ...good, flags: 1 }],
    'a bad record that fails the entry': [{ ...good, content: `${good.content}1,2,3\n` }],
    'an entry that goes on beyond the end': [{ ...good, compressedSize: 1e6, local: { compressedSize: 1e6 } }],
    'a name that leads elsewhere': [{ ...good, name: '../a.csv' }],
  };
  for (const [index, [what, entries]] of Object.entries(archives).entries()) {
    it(`for ${what}`, { timeout: 60_000 }, async t => {
      const folder = await temporaryFolder(t);
      const archive = await writeArchive(folder, entries);
      const recipe = await writeRecipe(folder, { delimiter: ',', badRecords: 'fail' });
      for (const variant of drawn(index)) {
        const to = join(folder, variant);
        assertOneLine(variant, await run(variant, archive, recipe, to));
        assert.deepEqual(
          (await filesIn(to)).filter(file => file !== 'odd/_manifest.json'),
          [],
          variant,
        );
      }
    });
  }

  it('for an invalid archive, recipe or command', { timeout: 60_000 }, async t => {
    const folder = await temporaryFolder(t);
    const recipe = await writeRecipe(folder, {});
    for (const variant of drawn(0)) {
      assertOneLine(variant, await run(variant, recipe, recipe, folder));
      assertOneLine(variant, await run(variant, join(folder, 'none.zip'), recipe, folder));
      assertOneLine(variant, await run(variant, recipe, join(folder, 'none.json'), folder));
      const { code, stderr } = await run(variant, recipe, recipe);
      assert.deepEqual([code, stderr], [2, `usage: node ${variant}.js ARCHIVE RECIPE.json FOLDER\n`]);
    }
  });
});

it('the variants load neither the AWS SDK nor, without phones to format, the phone library', {
  timeout: 60_000,
}, async t => {
  const folder = await temporaryFolder(t);
  const archive = await writeArchive(folder, [{ name: 'a.csv', content: 'a,b\n1,2\n' }]);
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { if (/aws|smithy|phonenumber/.test(url)) console.error(url); return next(url, context); } });`;
  const env = { ...process.env, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` };
  const strip = await writeRecipe(folder, { phones: [{ field: 'b', format: 'strip' }] });
  const e164 = await writeRecipe(folder, { phones: [{ field: 'b', format: 'e164', country: 'US' }] }, 'e164.json');
  for (const variant of VARIANTS) {
    assert.deepEqual(await run(variant, archive, strip, join(folder, variant), env), { code: 0, stderr: '' });
    assert.match((await run(variant, archive, e164, join(folder, variant), env)).stderr, /phonenumber/);
  }
});

/**
 * Those that a failure is tried with: all share the program around them. Unless all cases are drawn, they take turns.
 *
 * @param {number} index
 */
function drawn(index) {
  return drawsAll ? VARIANTS : [VARIANTS[index % VARIANTS.length]];
}

/**
 * @param {string} folder
 * @param {string} archive
 * @param {string} recipe
 * @returns {Promise<number>} The number of files that each wrote.
 */
async function runAll(folder, archive, recipe) {
  const [expected, ...others] = await Promise.all(
    VARIANTS.toReversed().map(async variant => {
      const to = join(folder, variant);
      assert.deepEqual(await run(variant, archive, recipe, to), { code: 0, stderr: '' });
      return readOutputs(to);
    }),
  );
  for (const actual of others) assert.equal(await findDifference(expected, actual), null, actual.folder);
  return expected.files;
}

/**
 * @param {Variant} variant
 * @param {string} archive
 * @param {string} recipe
 * @param {string} [to]
 * @param {NodeJS.ProcessEnv} [env]
 */
async function run(variant, archive, recipe, to, env = process.env) {
  const program = fileURLToPath(new URL(`../../../../experiments/variants/${variant}.js`, import.meta.url));
  const args = ['--import', QUICKLY, program, archive, recipe, ...(to === undefined ? [] : [to])];
  const child = spawn(process.execPath, args, { env, timeout: 60_000, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [stderr, code] = await Promise.all([text(child.stderr), ended]);
  return { code, stderr };
}

/**
 * @param {Variant} variant
 * @param {{ code: number, stderr: string }} result
 */
function assertOneLine(variant, { code, stderr }) {
  assert.equal(code, 1, variant);
  assert.match(stderr, /^[^\n]+\n$/, variant);
}

/**
 * @param {string} folder
 * @param {ZipEntry[]} entries
 */
async function writeArchive(folder, entries) {
  const path = join(folder, 'odd.zip');
  await writeFile(path, writeZip(entries));
  return path;
}

/**
 * @param {string} folder
 * @param {object} csv
 * @param {string} [name]
 */
async function writeRecipe(folder, csv, name = 'recipe.json') {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify({ entries: [{ match: '**/*.csv', csv }] }));
  return path;
}
