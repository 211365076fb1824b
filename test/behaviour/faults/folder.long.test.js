import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDestination } from '../../../src/destination/open.js';
import { SluiceError } from '../../../src/errors.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { openSource } from '../../../src/source/open-source.js';
import { fieldCount, reasonsOf } from '../../support/reasons.js';
import { filesIn } from '../../support/run-cli.js';
import { writeZip } from '../../support/zip-writer.js';

/** @import { TestContext } from 'node:test' */
/** @import { Destination } from '../../../src/destination/open.js' */

const LARGE = Buffer.from(Uint32Array.from({ length: 12_000 }, (_, index) => Math.imul(index, 2_654_435_761)).buffer);
const ARCHIVE = writeZip([
  { name: 'a/people.csv', content: 'id,notes\n1,a\n2\n3,c\n' },
  { name: 'a/b/large.bin', content: LARGE },
  { name: 'note.txt', content: 'at the end' },
]);
/** @type {Record<string, Buffer>} */
const OUTPUTS = {
  '_reasons/x/a/people.csv.jsonl': Buffer.from(reasonsOf('a/people.csv', ['id', 'notes'], fieldCount(2, 13, 1))),
  '_rejected/x/a/people.csv': Buffer.from('2\n'),
  'x/a/b/large.bin': LARGE,
  'x/a/people.csv': Buffer.from('id\n1\n3\n'),
  'x/note.txt': Buffer.from('at the end'),
};

describe('a folder that fails', { timeout: 300_000 }, () => {
  it('a disk that is full at any moment is storage/disk-full, and with more room the job finishes', async t => {
    const { archive, root } = await room(t);
    await mkdir(root);
    const sized = (/** @type {number} */ kilobytes) => ['-o', `size=${kilobytes}k,mode=0777`, 'tmpfs', root];
    try {
      await promisify(execFile)('mount', ['-t', 'tmpfs', ...sized(64)]);
    } catch {
      return t.skip('a small file system cannot be mounted here');
    }
    let failed = 0;
    try {
      for (let kilobytes = 4; kilobytes <= 72; kilobytes += 4) {
        await promisify(execFile)('mount', ['-o', `remount,size=${kilobytes}k`, root]);
        const error = await run(archive, root);
        if (error !== null) failed += 1;
        if (error !== null) assert.equal(error.code, 'storage/disk-full');
        await assertWhole(root, { mayLack: error !== null });
        await promisify(execFile)('mount', ['-o', 'remount,size=1m', root]);
        assert.equal(await run(archive, root), null);
        await assertWhole(root);
        await Promise.all(['x', '_rejected', '_reasons'].map(name => rm(join(root, name), { recursive: true })));
      }
    } finally {
      await promisify(execFile)('umount', [root]);
    }
    assert.ok(failed > 10, `${failed} of them failed`);
  });

  it('a file larger than the system permits is limit/object-size, and the other entries are written', async t => {
    const { archive, root } = await room(t);
    const cli = fileURLToPath(new URL('../../../src/cli.js', import.meta.url));
    const command = 'ulimit -f 16 && exec "$0" "$@"';
    const args = [process.execPath, cli, 'run', archive, '--to', root, '--quiet'];
    const { code, stderr } = await promisify(execFile)('bash', ['-c', command, ...args]).catch(error => error);
    assert.equal(code, 1);
    assert.match(stderr, /^sluice: a\/b\/large\.bin: limit\/object-size: [^\n]+\n$/);
    assert.deepEqual(await filesIn(root), ['x/_manifest.json', 'x/a/people.csv', 'x/note.txt']);
  });

  it('a folder that is removed at any moment fails the job with a code, or is created again', async t => {
    const { archive, root } = await room(t);
    for (const removed of [root, join(root, 'x/a')]) {
      // The job may be writing into it.
      const remove = () => rm(removed, { recursive: true, force: true, maxRetries: 10 });
      const moments = await atEachMoment(archive, root, remove, async error => {
        if (error !== null) assert.match(error.code, /^storage\/(not-found|conflict)$/);
        await assertWhole(root, { mayLack: true });
        // A manifest is trusted even if its outputs were removed since.
        await rm(join(root, 'x/_manifest.json'), { force: true });
        assert.equal(await run(archive, root), null);
        await assertWhole(root);
      });
      assert.ok(moments > 15, `${moments} moments`);
    }
  });

  it('permissions that are lost at any moment fail the job with a code', async t => {
    const { archive, root } = await room(t);
    if (process.getuid?.() === 0) {
      await chmod(join(root, '..'), 0o777);
      await chmod(archive, 0o644);
      process.setegid?.(NOBODY);
      process.seteuid?.(NOBODY);
    }
    try {
      for (const lost of ['', 'x/a']) {
        const folder = join(root, lost);
        const lose = () => chmod(folder, 0o555).catch(() => {});
        await atEachMoment(archive, root, lose, async error => {
          if (error !== null) assert.equal(error.code, 'storage/access-denied');
          await chmod(folder, 0o755).catch(() => {});
          // Without write permission, the job cannot remove its temporary files either.
          await removeTemporaries(root);
          await assertWhole(root, { mayLack: error !== null });
          assert.equal(await run(archive, root), null);
          await assertWhole(root);
        });
      }
    } finally {
      process.seteuid?.(process.getuid?.() ?? 0);
      process.setegid?.(process.getgid?.() ?? 0);
    }
  });
});

/** @param {TestContext} t */
async function room(t) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-faults-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const archive = join(folder, 'x.zip');
  await writeFile(archive, ARCHIVE);
  return { archive, root: join(folder, 'out') };
}

/**
 * @param {string} archive
 * @param {string} root
 * @param {(destination: Destination) => Destination} [watch]
 * @returns {Promise<SluiceError | null>}
 */
async function run(archive, root, watch = destination => destination) {
  const source = await openSource(archive);
  const destination = await openDestination(root);
  try {
    const recipe = await compileRecipe({ entries: [{ match: '**/*.csv', csv: { drop: ['notes'] } }] });
    const { manifest } = await processArchive({ source, destination: watch(destination), recipe });
    assert.equal(manifest?.status, 'complete');
    return null;
  } catch (error) {
    assert.ok(error instanceof SluiceError, `an error without a code: ${/** @type {Error} */ (error).stack}`);
    return error;
  } finally {
    await destination.close();
    await source.close();
  }
}

/**
 * Runs the job once for each call to the destination, and acts just before that call.
 *
 * @param {string} archive
 * @param {string} root
 * @param {() => Promise<unknown>} act
 * @param {(error: SluiceError | null) => Promise<void>} check
 */
async function atEachMoment(archive, root, act, check) {
  for (let moment = 0; ; moment += 1) {
    await rm(root, { recursive: true, force: true });
    let passed = 0;
    const tick = async () => {
      if (passed === moment) await act();
      passed += 1;
    };
    const error = await run(archive, root, destination => watched(destination, tick));
    if (passed <= moment) return moment;
    await check(error);
  }
}

/**
 * @param {Destination} destination
 * @param {() => Promise<void>} tick
 * @returns {Destination}
 */
function watched(destination, tick) {
  const { begin, read, hold, create, removeOwn, removeAny } = destination;
  return {
    ...destination,
    begin: job => tick().then(() => begin(job)),
    read: (path, consume) => tick().then(() => read(path, consume)),
    removeOwn: path => tick().then(() => removeOwn(path)),
    removeAny: (path, check) => tick().then(() => removeAny(path, check)),
    async hold(path, bytes) {
      await tick();
      const output = await hold(path, bytes);
      return { ...output, commit: () => tick().then(() => output.commit()) };
    },
    async create(path, entry) {
      await tick();
      const output = await create(path, entry);
      await tick();
      return { ...output, commit: () => tick().then(output.commit) };
    },
  };
}

/**
 * Asserts that exactly the expected files are there, byte for byte.
 *
 * @param {string} root
 * @param {{ mayLack?: boolean }} [options]
 */
async function assertWhole(root, { mayLack = false } = {}) {
  const found = (await filesIn(root)).filter(name => name !== 'x/_manifest.json');
  for (const name of found) {
    assert.ok(OUTPUTS[name], `${name} is left`);
    assert.ok(OUTPUTS[name].equals(await readFile(join(root, name))), `${name} is whole`);
  }
  if (!mayLack) assert.deepEqual(found, Object.keys(OUTPUTS));
}

/** @param {string} root */
async function removeTemporaries(root) {
  for (const name of await filesIn(root)) if (name.endsWith('.sluice-part')) await rm(join(root, name));
}

const NOBODY = 65_534;
