import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @import { Command, Ground } from './contestants.js' */

/**
 * A command as one would type it, without what is only this machine's: paths to Node, to this repository, to the archive
 * and to the folder for what comes and goes.
 *
 * @param {Command} command
 * @param {Pick<Ground, 'archive' | 'folder'>} ground
 * @returns {string}
 */
export function commandLine({ command, args }, { archive, folder }) {
  return [command, ...args]
    .map(word => (word === process.execPath ? 'node' : word))
    .map(word => word.replaceAll(folder, 'SCRATCH').replaceAll(archive, 'ARCHIVE').replaceAll(ROOT, ''))
    .map(word => (/^[\w./=@:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

const ROOT = `${dirname(dirname(dirname(fileURLToPath(import.meta.url))))}/`;
