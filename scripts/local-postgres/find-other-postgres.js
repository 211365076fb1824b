import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Finds the newest PostgreSQL that the system has installed, as Debian and its relatives lay it out: `15/bin` in this folder.
 *
 * @param {string} [folder]
 * @returns {Promise<string | null>} The folder of its programs.
 */
export async function findOtherPostgres(folder = '/usr/lib/postgresql') {
  const versions = (await readdir(folder).catch(() => [])).filter(name => /^\d+$/.test(name));
  for (const version of versions.sort((one, other) => Number(other) - Number(one))) {
    const programs = join(folder, version, 'bin');
    const found = await Promise.allSettled(['initdb', 'postgres'].map(name => access(join(programs, name))));
    // Only the client may be installed.
    if (found.every(({ status }) => status === 'fulfilled')) return programs;
  }
  return null;
}
