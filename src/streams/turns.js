import { setImmediate } from 'node:timers/promises';

/**
 * Gives the event loop a turn after so much work, so that signals, timers and the end of a function's time are seen, however much
 * an archive or a recipe gives to do in one piece. Work is counted, not timed.
 */
export class Turns {
  #left = WORK_BETWEEN_TURNS;

  /**
   * @param {number} characters What is about to be looked at.
   * @returns {Promise<void> | undefined} To be awaited, if there is one.
   */
  before(characters) {
    this.#left -= characters + LEAST_WORK;
    if (this.#left > 0) return undefined;
    this.#left = WORK_BETWEEN_TURNS;
    return setImmediate();
  }
}

/** @param {Buffer[]} blocks */
export function bytesIn(blocks) {
  return blocks.reduce((bytes, { length }) => bytes + length, 0);
}

/** In characters: some 10 ms. */
const WORK_BETWEEN_TURNS = 512 * 1024;
/** Of one name or rule, however short. */
const LEAST_WORK = 64;

/** To read a few bytes through a stream, such as a local header, takes as long as to look at so many characters. */
export const WORK_OF_A_READ = 4096;
