import { readdir } from 'node:fs/promises';

/** @import { Experiment } from './shape.js' */

/**
 * @returns {Promise<Experiment[]>} All that have a room, by name.
 */
export async function findExperiments() {
  const root = new URL('../', import.meta.url);
  const found = await readdir(root, { recursive: true });
  const rooms = found.filter(path => /^[^/\\]+[/\\]experiment\.js$/.test(path)).toSorted();
  return Promise.all(rooms.map(async path => (await import(new URL(path, root).href)).experiment));
}
