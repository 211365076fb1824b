import { readFile } from 'node:fs/promises';

/**
 * @param {string[]} files
 * @param {number} most How many files share a process.
 * @returns {Promise<string[][]>} The files of each process, which begin in this order. A file that imports `own-process.js` is alone, and so
 *   is one that takes long itself.
 */
export async function shareProcesses(files, most) {
  /** @type {string[][]} */
  const processes = [];
  /** @type {string[]} */
  let shared = [];
  for (const file of files) {
    if (most === 1 || LONG.test(file) || OWN_PROCESS.test(await readFile(file, 'utf8'))) {
      processes.push([file]);
      continue;
    }
    if (shared.length % most === 0) {
      shared = [];
      processes.push(shared);
    }
    shared.push(file);
  }
  return processes;
}

/** Those of experiments measure processes. */
const LONG = /\.long\.test\.js$|\/test\/tools\/experiments\//;
const OWN_PROCESS = /^import '.*\/own-process\.js';$/m;
