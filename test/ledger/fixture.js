import { pendingOutcome } from '../../src/entry-outcome.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { Job } from '../../src/job/archive.js' */
/** @import { memoryDestination } from '../support/memory-destination.js' */

export const COPY = await compileRecipe();

/**
 * @param {ReturnType<typeof memoryDestination>} destination
 * @param {string} etag
 * @param {string} names One letter each; a capital's CRC-32 is wrong.
 * @param {Partial<Job>} [job]
 */
export function work(destination, etag, names, job) {
  const entries = [...names].map(name => ({
    name: name.toLowerCase(),
    content: name.toLowerCase(),
    ...(name !== name.toLowerCase() && { crc32: 1 }),
  }));
  const source = memorySource(names === '' ? Buffer.from('rubbish') : writeZip(entries), { etag });
  return processArchive({ source, destination, recipe: COPY, ...job });
}

/** @param {unknown} manifest */
export function plain(manifest) {
  return JSON.parse(JSON.stringify(manifest));
}

/** @param {ReturnType<typeof memoryDestination>} destination */
export function outputs(destination) {
  return [...destination.files.keys()].filter(path => !path.endsWith('_manifest.json')).sort();
}

/**
 * @param {string} stage
 * @param {string} by
 * @returns {any}
 */
export function manifestOf(stage, by) {
  const sequencer = stage.startsWith('earlier ') ? '01' : '02';
  const name = stage.replace('earlier ', '');
  const status = ['publishing', 'tidying'].includes(name) ? 'unfinished' : name;
  const entries = ['written', name === 'publishing' ? 'pending' : 'skipped'].map((state, index) => ({
    ...pendingOutcome(/** @type {any} */ ({ name: `${index}`, bytes: 1, crc32: 1 }), 'copy'),
    status: state,
  }));
  const archive = { uri: 's3://in/x.zip', bytes: 1, etag: '1', versionId: null, sequencer };
  return { by, version: 1, archive, recipe: { sha256: '1' }, status, entries };
}
