import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @import { Command, Ground } from './contestants.js' */

/**
 * A command as typed in a shell, without this machine's paths to Node, this repository, the archive and the scratch folder.
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
