import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openArchive } from '../../src/archive/open-archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { openSource } from '../../src/source/open-source.js';

/**
 * Writes an archive's first entry as a gzip file, for programs that read only gzip: its deflated bytes, unchanged, between a
 * gzip header and trailer (RFC 1952, section 2.3).
 *
 * @param {string} archivePath
 * @param {string} gzipPath
 */
export async function wrapAsGzip(archivePath, gzipPath) {
  const source = await openSource(archivePath, { signal: undefined });
  try {
    const archive = await openArchive(source, (await compileRecipe()).limits);
    const entry = archive.entries.get(0);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(Number(entry.crc32), 0);
    trailer.writeUInt32LE(entry.bytes % 2 ** 32, 4);
    await pipeline(async function* gzip() {
      yield HEADER;
      yield* archive.readRaw(entry);
      yield trailer;
    }, createWriteStream(gzipPath));
    archive.releaseEntry();
  } finally {
    await source.close();
  }
}

// Method deflate, no name, no time, unknown system.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
