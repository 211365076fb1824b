/** @import { Exit } from './outcome.js' */

/**
 * A way to hold a tree of processes to so much real memory.
 *
 * @typedef {object} MemoryLimit
 * @property {string} method In words.
 * @property {(bytes: number) => Enclosure} enclose
 *
 * @typedef {object} Enclosure For one tree of processes.
 * @property {(line: string[]) => string[]} wrap A command with its arguments, so that it starts under the limit.
 * @property {number | null} watchedBytes What the tree's resident memory must not pass, where nobody but who measures it
 *   sees to that.
 * @property {(exit: Exit) => string | null} causeOfDeath In words, where the limit has killed something of it.
 * @property {() => void} close Kills whatever is left in it and removes it; may be called again.
 */
export {};
