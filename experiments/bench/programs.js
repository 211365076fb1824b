import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * @param {string} name Of a program.
 * @param {string} [path] Folders, as in `PATH`.
 * @returns {Promise<string | null>} Its path; null if it is not installed.
 */
export async function findProgram(name, path = process.env.PATH ?? '') {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, name);
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return file;
  }
  return null;
}

/**
 * Runs a program and returns its first line of output.
 *
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<string | null>} null if it is not installed or fails.
 */
export async function firstLine(program, args) {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { timeout: TIMEOUT_MS });
    return (stdout || stderr).split('\n')[0].trim();
  } catch {
    return null;
  }
}

const TIMEOUT_MS = 60_000;
