import assert from 'node:assert/strict';
import { randomOf } from '../support/random.js';
import { makeArchive } from './archive-corpus.js';
import { COPY, CSV, runJob } from './archive-job.js';
import { mutate } from './archive-mutations.js';
import { judge } from './archive-oracle.js';
import { judgeWithin } from './archive-within.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */

export const name = 'archives';

/**
 * Makes an archive, mutates it, processes it, and judges the outputs.
 *
 * @param {number} seed
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {assert.AssertionError} With the archive as its `input`.
 */
export async function tryCase(seed) {
  const { category, bytes, originals, recipe, chunkBytes } = drawCase(seed);
  try {
    const { manifest, files } = await runJob(bytes, recipe, chunkBytes);
    await judge({ bytes, recipe, manifest, files }, originals);
    if (seed % 8 === 0) await judgeWithin({ bytes, manifest, files, isCopied: recipe === COPY }, seed);
    if (category === 'nothing') assert.equal(manifest.status, 'complete', 'an unchanged archive is complete');
    return { category, outcome: outcomeOf(manifest) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `archives, seed ${seed} (${category}): ${reason}`;
    throw Object.assign(new assert.AssertionError({ message }), { cause, input: bytes });
  }
}

/**
 * @param {number} seed It decides everything.
 */
export function drawCase(seed) {
  const random = randomOf(seed);
  const [archive, other] = [makeArchive(random), makeArchive(random)];
  const { category, bytes } = mutate(archive, other, random);
  const mayHoldOther = category === 'spliced with another' || category === 'several';
  return {
    category,
    bytes,
    originals: (mayHoldOther ? [archive, other] : [archive]).map(({ contents }) => contents),
    recipe: random.chance(0.4) ? CSV : COPY,
    chunkBytes: random.pick([37, 500, 65_536, 65_536]),
  };
}

/** @param {ParsedManifest} manifest */
export function outcomeOf({ error, entries, status }) {
  if (error) return `refused: ${error.code}`;
  if (status === 'complete') return 'right';
  const codes = new Set(entries.flatMap(entry => entry.error?.code ?? []));
  return `in part: ${codes.size > 1 ? 'several codes' : [...codes].join()}`;
}
