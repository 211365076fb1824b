import { StoppedError } from '../errors.js';

/** @import { Turn } from '../checkpoint/turn.js' */

/**
 * Ends a turn before its pause comes, if the manifest is so long that there would be no time left to write it. Otherwise all that
 * the turn has done would be done again by the next one, and so on: to write 200,000 entries takes the smallest function 15 seconds.
 *
 * @param {Turn | undefined} turn
 * @param {number} claimMs How long it took to write the claim, which lists as many entries; 0 if it is not written.
 * @throws {StoppedError}
 */
export function throwIfLate(turn, claimMs) {
  const left = turn?.remainingMs() ?? 0;
  // With 0, nobody knows when the pause will come, or that little time is left after it.
  if (left > 0 && left < SHARE * claimMs - BEHIND_PAUSE_MS) throw new StoppedError();
}

/** In the manifest, a finished entry is half as long again as a pending one, and takes as much longer to write. */
const SHARE = 1.5;
/** Of the ten seconds between the pause and the stop. The others are for what is under way. */
const BEHIND_PAUSE_MS = 5_000;
