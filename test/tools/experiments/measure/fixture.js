import { readdirSync, readFileSync } from 'node:fs';

/**
 * @param {string} mark
 * @returns {string[]} The processes, but for this one, that have it on their command line.
 */
export function processesWith(mark) {
  return readdirSync('/proc').filter(name => {
    try {
      return Number(name) !== process.pid && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}

/** Of a Node program that holds so many MB, in the pages of buffers, for a moment. @param {number} megabytes */
export function holding(megabytes) {
  return `const kept = [];
    for (let i = 0; i < ${megabytes}; i++) kept.push(Buffer.alloc(2 ** 20, 1));
    setTimeout(() => kept.length, 200);`;
}
