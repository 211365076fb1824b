import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sevenZip from '7zip-bin';

/**
 * Runs 7-Zip.
 *
 * @param {string[]} args
 * @param {{ cwd?: string }} [options]
 * @returns {{ status: number | null, stdout: string }}
 */
export function runSevenZip(args, { cwd } = {}) {
  program ??= copyProgram();
  const { status, stdout, error } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: 120_000,
    ...(cwd && { cwd }),
  });
  if (error) throw error;
  return { status, stdout };
}

/**
 * @param {Buffer} content
 * @returns {Buffer} The deflate64 stream that 7-Zip makes of it.
 */
export function deflate64(content, level = 5) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-deflate64-'));
  try {
    writeFileSync(join(folder, 'content'), content);
    const args = ['a', '-tzip', '-mm=Deflate64', `-mx=${level}`, 'a.zip', 'content'];
    const { status, stdout } = runSevenZip(args, { cwd: folder });
    if (status !== 0) throw new Error(stdout);
    return rawOf(readFileSync(join(folder, 'a.zip')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {Buffer} zip With one entry, whose sizes stand in its local header. */
function rawOf(zip) {
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  const raw = zip.subarray(start, start + zip.readUInt32LE(18));
  if (zip.readUInt16LE(8) === 9) return raw;
  // 7-Zip stores what does not become smaller.
  return storedBlock(raw);
}

/** @param {Buffer} bytes */
function storedBlock(bytes) {
  if (bytes.length > 0xffff) throw new RangeError(`${bytes.length} bytes do not fit into a stored block`);
  const header = Buffer.alloc(5);
  header[0] = 1;
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([header, bytes]);
}

/** The package's own file may not be executable. */
function copyProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-7za-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const path = join(folder, '7za');
  copyFileSync(sevenZip.path7za, path);
  chmodSync(path, 0o755);
  return path;
}

/** @type {string | undefined} */
let program;
