import { StalledError, StoppedError } from './errors.js';

/** @import { Entry } from './archive/entry.js' */
/** @import { CheckpointStore } from './checkpoints.js' */
/** @import { EntryOutcome, Manifest } from './manifest.js' */
/** @import { Outcomes } from './outcomes.js' */

/**
 * What one process has of a job that may take several.
 *
 * @typedef {object} Turn
 * @property {AbortSignal} pause Says that it is time to write down where the job is, and to stop.
 * @property {() => number} remainingMs How long until then; 0 where it may come at any moment.
 * @property {CheckpointStore} store
 * @property {number | null} [deliveries] How often the job was asked for so far, this time too; null where nobody knows.
 */

/**
 * Counts the turns that brought a job on, and says which entries may need another one.
 *
 * @typedef {object} Turns
 * @property {(outcomes: Outcomes) => void} begin
 * @property {(outcomes: Outcomes) => number} count How many turns have brought the job on, with this one if it has.
 * @property {(entry: Entry) => boolean} mayNeedAnother
 * @property {(outcome: EntryOutcome) => void} follow To be told of the entry at work, often.
 * @property {() => void} moved To be told that a checkpoint was written.
 */

/**
 * @param {Turn | undefined} turn
 * @param {Pick<Manifest, 'turns'> | null} previous The unfinished manifest that this turn goes on from.
 * @returns {Turns}
 * @throws {StalledError} Where the last turns have brought the job no further.
 */
export function countTurns(turn, previous) {
  const before = previous === null ? 0 : (previous.turns ?? 1);
  const stalled = (turn?.deliveries ?? 1) - 1 - before;
  if (stalled >= MAX_STALLED_TURNS) throw new StalledError(stalled, MAX_STALLED_TURNS);

  let hasMoved = false;
  let pendingAtFirst = 0;
  const start = performance.now();
  let bytesBefore = 0;
  /** @type {EntryOutcome | null} */
  let current = null;
  return {
    begin(outcomes) {
      pendingAtFirst = pendingOf(outcomes);
    },
    count(outcomes) {
      const pending = pendingOf(outcomes);
      return before + Number(hasMoved || pending === 0 || pending < pendingAtFirst);
    },
    mayNeedAnother({ bytes }) {
      if (turn === undefined) return false;
      if (previous !== null) return true;
      const seconds = (performance.now() - start) / 1000;
      const rate = seconds > 1 ? (bytesBefore + (current?.bytesIn ?? 0)) / seconds : 0;
      return bytes > (Math.max(rate, LEAST_RATE) * turn.remainingMs()) / 1000 / MARGIN;
    },
    follow(outcome) {
      if (current !== outcome) bytesBefore += current?.bytesIn ?? 0;
      current = outcome;
    },
    moved() {
      hasMoved = true;
    },
  };
}

/**
 * @param {{ signal?: AbortSignal | undefined, turn?: Turn | undefined }} job
 * @throws {StoppedError} Where it is to stop, or to pause.
 */
export function assertGoingOn({ signal, turn }) {
  const stop = [signal, turn?.pause].find(each => each?.aborted);
  if (stop) throw new StoppedError({ cause: stop.reason });
}

/** @param {Outcomes} outcomes */
function pendingOf(outcomes) {
  let pending = 0;
  for (let index = 0; index < outcomes.length; index++) pending += Number(outcomes.isPending(index));
  return pending;
}

/** As many as a storage that is out of order gets to recover. */
export const MAX_STALLED_TURNS = 10;
/** Inflated bytes a second. The smallest function does some 13 million, with everything. */
const LEAST_RATE = 8e6;
/** An entry is sure to end in this turn if it did so at a fraction of the rate: a storage in trouble is slow. */
const MARGIN = 32;
