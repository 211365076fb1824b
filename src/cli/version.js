import { readFile } from 'node:fs/promises';

/** @returns {Promise<string>} The version of the package that this file belongs to. */
export async function readVersion() {
  return JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')).version;
}
