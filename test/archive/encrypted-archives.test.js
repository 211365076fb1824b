import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { ArchivePassword } from '../../src/archive/password.js';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { openSource } from '../../src/source/open-source.js';
import { runSevenZip } from '../support/seven-zip.js';

const run = promisify(execFile);
const PASSWORD = 'correct horse';
/** @type {Record<string, Buffer>} */
const FILES = {
  'people.csv': Buffer.from('name,phone\nAnn,1\n'.repeat(60_000)),
  'nothing.txt': Buffer.alloc(0),
  'folder/a file.bin': randomBytes(700_000),
  'folder/one': Buffer.from('1'),
};

/** @type {string} */
let work;
before(async () => {
  configure({ useWebWorkers: false });
  work = await mkdtemp(join(tmpdir(), 'sluice-encrypted-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(work, 'in', name)), { recursive: true });
    await writeFile(join(work, 'in', name), content);
  }
});
after(async () => {
  await rm(work, { recursive: true });
});

/** @param {string} zip @param {string[]} options */
const sevenZip = async (zip, ...options) => {
  const { status, stdout } = runSevenZip(['a', '-tzip', `-p${PASSWORD}`, ...options, zip, '.'], {
    cwd: join(work, 'in'),
  });
  assert.equal(status, 0, stdout);
};
/** @param {string} zip @param {string[]} options */
const infoZip = (zip, ...options) =>
  run('zip', ['-q', '-r', '-P', PASSWORD, ...options, zip, '.'], { cwd: join(work, 'in') });
/** @param {string} zip @param {object} options */
const zipJs = async (zip, options) => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { password: PASSWORD, ...options });
  for (const [name, content] of Object.entries(FILES)) await writer.add(name, new Uint8ArrayReader(content));
  await writeFile(zip, await writer.close());
};
/** Writes to a pipe, so that sizes and CRC-32 stand behind the data. @param {string} zip @param {string[]} options */
const streamed = async (zip, ...options) => {
  const child = spawn('sh', ['-c', `zip -q -r -P "$PASSWORD" ${options.join(' ')} - . | cat > '${zip}'`], {
    cwd: join(work, 'in'),
    env: { ...process.env, PASSWORD },
    stdio: 'inherit',
  });
  await new Promise(resolve => child.once('close', resolve));
};

/** @type {[title: string, make: (zip: string) => Promise<unknown>][]} */
const ARCHIVES = [
  ...['AES128', 'AES192', 'AES256', 'ZipCrypto'].flatMap(method =>
    ['-mx0', '-mx5'].map(
      level =>
        /** @type {[string, (zip: string) => Promise<unknown>]} */ ([
          `7-Zip: ${method} ${level}`,
          zip => sevenZip(zip, `-mem=${method}`, level),
        ]),
    ),
  ),
  ['7-Zip: AES256 and deflate64', zip => sevenZip(zip, '-mem=AES256', '-mm=Deflate64')],
  ['Info-ZIP: deflated', zip => infoZip(zip)],
  ['Info-ZIP: stored', zip => infoZip(zip, '-0')],
  ['Info-ZIP: zip64', zip => infoZip(zip, '-fz')],
  ['Info-ZIP: streamed', zip => streamed(zip)],
  ...[
    { encryptionStrength: 1 },
    { encryptionStrength: 2, level: 0 },
    { encryptionStrength: 3 },
    { encryptionStrength: 3, dataDescriptor: false },
    { encryptionStrength: 3, zip64: true },
    { zipCrypto: true },
    { zipCrypto: true, dataDescriptor: false, level: 0 },
  ].map(
    options =>
      /** @type {[string, (zip: string) => Promise<unknown>]} */ ([
        `zip.js: ${JSON.stringify(options)}`,
        zip => zipJs(zip, options),
      ]),
  ),
];

/** @param {string} zip @param {string | null} password */
async function runJob(zip, password) {
  const source = await openSource(zip);
  const destination = await openDestination(join(work, 'out'));
  try {
    const recipe = await compileRecipe({ entries: [{ match: '*.csv', csv: { keep: ['name', 'phone'] } }] });
    const { manifest } = await processArchive({
      source,
      destination,
      recipe,
      password: password === null ? null : new ArchivePassword(Buffer.from(password)),
    });
    return /** @type {NonNullable<typeof manifest>} */ (manifest);
  } finally {
    await destination.close();
    await source.close();
  }
}

for (const [index, [title, make]] of ARCHIVES.entries()) {
  test(title, { timeout: 120_000 }, async () => {
    const zip = join(work, `${index}.zip`);
    await make(zip);
    const without = await runJob(zip, null);
    assert.equal(without.status, 'partial');
    for (const { path, error } of without.entries) {
      // 7-Zip does not encrypt what is empty.
      if (error !== null) assert.equal(error.code, 'archive/encrypted');
      else assert.equal(path, 'nothing.txt');
    }
    await rm(join(work, 'out'), { recursive: true });
    const manifest = await runJob(zip, PASSWORD);
    assert.equal(manifest.status, 'complete', JSON.stringify([...manifest.entries]));
    assert.equal(manifest.entries.length, Object.keys(FILES).length);
    for (const [name, content] of Object.entries(FILES)) {
      assert.ok((await readFile(join(work, 'out', String(index), name))).equals(content), name);
    }
    await rm(join(work, 'out'), { recursive: true });
  });
}

test('a wrong password publishes nothing, and is in no manifest', { timeout: 120_000 }, async () => {
  for (const [index] of ARCHIVES.entries()) {
    const manifest = await runJob(join(work, `${index}.zip`), 'xyzzy-wrong');
    assert.equal(manifest.status, 'partial');
    for (const { path, status, error } of manifest.entries) {
      if (path === 'nothing.txt' && status === 'written') continue;
      // One in 256 passes the check of ZipCrypto.
      assert.match(String(error?.code), /^(archive|csv)\//);
    }
    assert.ok(!JSON.stringify(manifest).includes('xyzzy-wrong'));
    await rm(join(work, 'out'), { recursive: true });
  }
});
