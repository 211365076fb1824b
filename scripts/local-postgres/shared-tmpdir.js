import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

/**
 * The folder for temporary files of programs that another user runs: the usual one, unless only its owner can enter it or a folder
 * around it.
 *
 * @returns {Promise<string>}
 */
export async function sharedTmpdir() {
  for (let folder = tmpdir(); folder !== dirname(folder); folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & OTHERS_ENTER) === 0) return '/tmp';
  }
  return tmpdir();
}

const OTHERS_ENTER = 0o001;
