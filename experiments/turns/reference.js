import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { STORED } from '../../src/archive/entry.js';
import { openArchive, toArchiveError } from '../../src/archive/open-archive.js';
import { createVerifier } from '../../src/archive/verifier.js';
import { BlockEditor } from '../../src/csv/block-editor.js';
import { editAll } from '../../src/csv/edit-all.js';
import { openTransforms } from '../../src/csv/transforms/open-transforms.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { openSource } from '../../src/source/open-source.js';

/** @import { Entry } from '../../src/archive/entry.js' */
/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * The expected output of an archive's first entry, made in one turn by Node's zlib and the JavaScript editor: without the
 * engine, checkpoints and uploads.
 *
 * @param {string} path Of the archive.
 * @param {Recipe} recipe
 * @returns {Promise<{ sha256: string, bytes: number }>}
 */
export async function referenceOf(path, recipe) {
  const source = await openSource(path);
  try {
    const archive = await openArchive(source, recipe.limits, name => name, recipe.entryNames);
    const entry = archive.entries.get(0);
    const edit = await openEditor(entry, recipe);
    const verifier = createVerifier(entry);
    const hash = createHash('sha256');
    let bytes = 0;
    /** @param {Buffer} block */
    const take = block => {
      hash.update(block);
      bytes += block.length;
    };
    /** @type {any[]} */
    const inflated = entry.method === STORED ? [] : [createInflateRaw({ chunkSize: CHUNK_BYTES })];
    await pipeline([
      archive.readRaw(entry, 0),
      ...inflated,
      async (/** @type {AsyncIterable<Buffer>} */ chunks) => {
        for await (const chunk of chunks) {
          verifier.add(chunk);
          edit(chunk, false).forEach(take);
        }
      },
    ]);
    verifier.finish(inflated[0]?.bytesWritten ?? entry.compressedBytes);
    edit(Buffer.alloc(0), true).forEach(take);
    archive.releaseEntry();
    return { sha256: hash.digest('hex'), bytes };
  } catch (error) {
    throw toArchiveError(error);
  } finally {
    await source.close();
  }
}

/**
 * @param {Entry} entry
 * @param {Recipe} recipe
 * @returns {Promise<(chunk: Buffer, final: boolean) => Buffer[]>}
 */
async function openEditor(entry, { limits, ruleFor }) {
  const rule = ruleFor(entry.name);
  if (rule.action !== 'csv') return chunk => [chunk];
  const editor = new BlockEditor({
    rule: rule.csv,
    transforms: await openTransforms(rule.csv, {
      hashKey: null,
      facts: { archive: '', entry: entry.name, time: null },
    }),
    maxRecordBytes: limits.maxRecordBytes,
    maxDescribed: 0,
    counts: pendingOutcome(entry, rule.action),
  });
  return (chunk, final) => [...editAll(editor, chunk, final)].flatMap(({ output }) => output);
}

const CHUNK_BYTES = 256 * 1024;
