import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { inflateStages } from '../../src/archive/inflate.js';
import { openArchive, toArchiveError } from '../../src/archive/open-archive.js';
import { csvStage } from '../../src/csv/csv-stage.js';
import { pendingOutcome } from '../../src/ledger/manifest.js';
import { releaseChunk } from '../../src/memory/chunk-memory.js';
import { openSource } from '../../src/source/open-source.js';

/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * What should come out of an archive's first entry, by Node's zlib and the editor in JavaScript, in one go: nothing of the
 * engine, of checkpoints or of uploads is in it.
 *
 * @param {string} path The archive's.
 * @param {Recipe} recipe
 * @returns {Promise<{ sha256: string, bytes: number }>}
 */
export async function referenceOf(path, recipe) {
  const source = await openSource(path);
  try {
    const archive = await openArchive(source, recipe.limits, name => name, recipe.entryNames);
    const entry = archive.entries.get(0);
    const rule = recipe.ruleFor(entry.name);
    const counts = pendingOutcome(entry, rule.action);
    const stages = inflateStages(entry);
    if (rule.action === 'csv') {
      const { maxRecordBytes } = recipe.limits;
      const reject = async () => {};
      stages.push(csvStage({ rule: rule.csv, maxRecordBytes, maxDescribed: 0, counts, reject, release: releaseChunk }));
    }
    const hash = createHash('sha256');
    let bytes = 0;
    await pipeline([
      archive.readRaw(entry, 0),
      ...stages,
      async (/** @type {AsyncIterable<Buffer>} */ blocks) => {
        for await (const block of blocks) {
          hash.update(block);
          bytes += block.length;
        }
      },
    ]);
    archive.release();
    return { sha256: hash.digest('hex'), bytes };
  } catch (error) {
    throw toArchiveError(error);
  } finally {
    await source.close();
  }
}
