import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @param {string} mark
 * @returns {string[]} The other processes with this mark on their command line.
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

/**
 * Asserts that a list becomes empty. The kernel needs a moment to remove killed processes.
 *
 * @param {() => unknown[]} list
 */
export async function assertBecomesEmpty(list) {
  for (const end = Date.now() + 60_000; list().length > 0 && Date.now() < end; ) await sleep(20);
  assert.deepEqual(list(), []);
}

/** A Node program that holds this many MB of buffers for a moment. @param {number} megabytes */
export function holding(megabytes) {
  return `const kept = [];
    for (let i = 0; i < ${megabytes}; i++) kept.push(Buffer.alloc(2 ** 20, 1));
    setTimeout(() => kept.length, 200);`;
}
