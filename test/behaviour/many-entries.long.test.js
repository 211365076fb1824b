import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { runCli, temporaryFolder } from '../support/run-cli.js';

const ENTRIES = 200_000;
const CONTENT = Buffer.from('order\n');
const RECIPE = {
  entries: [
    { match: '**/*77.txt', copy: true },
    { match: '**', skip: true },
  ],
  limits: { maxEntries: ENTRIES },
};

test('an archive of 200,000 entries is listed, processed and listed again within 192 MB', {
  timeout: 300_000,
}, async t => {
  const folder = await temporaryFolder(t);
  const [archive, recipe, to] = ['many.zip', 'recipe.json', 'out'].map(name => join(folder, name));
  await writeFile(archive, manyEntries());
  await writeFile(recipe, JSON.stringify(RECIPE));
  const { code, stderr } = await runCli(['run', archive, '--to', to, '--recipe', recipe, '--quiet']);
  assert.deepEqual([code, stderr], [0, '']);

  const outputs = await readdir(join(to, 'many'), { recursive: true });
  assert.equal(outputs.filter(name => name.endsWith('.txt')).length, ENTRIES / 100);
  assert.deepEqual(await readFile(join(to, 'many/orders/199/order-199977.txt')), CONTENT);
  const manifest = JSON.parse(await readFile(join(to, 'many/_manifest.json'), 'utf8'));
  assert.deepEqual([manifest.status, manifest.entries.length], ['complete', ENTRIES]);
  assert.ok(manifest.peakRssBytes < 192 * 1024 * 1024, `${manifest.peakRssBytes} bytes`);
  const again = await runCli(['run', archive, '--to', to, '--recipe', recipe]);
  assert.match(again.stdout, /198,000 skipped.*\ncomplete was done before/);
});

/** Stored entries with the same content, written one after the other. */
function manyEntries() {
  const names = Array.from({ length: ENTRIES }, (_, index) => {
    const number = String(index).padStart(6, '0');
    return `orders/${number.slice(0, 3)}/order-${number}.txt`;
  });
  const nameBytes = names[0].length;
  const [local, header] = [Buffer.alloc(30 + nameBytes + CONTENT.length), Buffer.alloc(46 + nameBytes)];
  local.writeUInt32LE(0x04034b50, 0);
  header.writeUInt32LE(0x02014b50, 0);
  for (const [bytes, start] of /** @type {const} */ ([
    [local, 14],
    [header, 16],
  ])) {
    bytes.writeUInt32LE(crc32(CONTENT), start);
    bytes.writeUInt32LE(CONTENT.length, start + 4);
    bytes.writeUInt32LE(CONTENT.length, start + 8);
    bytes.writeUInt16LE(nameBytes, start + 12);
  }
  CONTENT.copy(local, 30 + nameBytes);
  const archive = Buffer.alloc(ENTRIES * (local.length + header.length) + 56 + 20 + 22);
  const directory = ENTRIES * local.length;
  for (const [index, name] of names.entries()) {
    local.write(name, 30);
    local.copy(archive, index * local.length);
    header.writeUInt32LE(index * local.length, 42);
    header.write(name, 46);
    header.copy(archive, directory + index * header.length);
  }
  writeEnd(archive, directory, ENTRIES * header.length);
  return archive;
}

/**
 * @param {Buffer} archive
 * @param {number} start The directory's.
 * @param {number} size The directory's.
 */
function writeEnd(archive, start, size) {
  const end = start + size;
  archive.writeUInt32LE(0x06064b50, end);
  archive.writeBigUInt64LE(44n, end + 4);
  for (const [position, value] of [
    [24, ENTRIES],
    [32, ENTRIES],
    [40, size],
    [48, start],
  ]) {
    archive.writeBigUInt64LE(BigInt(value), end + position);
  }
  archive.writeUInt32LE(0x07064b50, end + 56);
  archive.writeBigUInt64LE(BigInt(end), end + 56 + 8);
  archive.writeUInt32LE(1, end + 56 + 16);
  archive.writeUInt32LE(0x06054b50, end + 76);
  archive.fill(0xff, end + 76 + 8, end + 76 + 20);
}
