import { formatDuration } from '../../src/cli/units.js';

/** @import { Screen } from '../../scripts/command-line/screen.js' */
/** @import { Schedule } from './schedule.js' */

/**
 * Shows the progress of the bench: on a terminal in one line that is rewritten, elsewhere as occasional plain lines.
 *
 * @param {Schedule} schedule
 * @param {{ isTTY?: boolean, columns?: number, write(text: string): unknown }} stream
 * @param {Pick<Screen, 'note'>} screen
 * @returns {(id: string) => void} To be called when a step begins.
 */
export function createProgress(schedule, stream, screen) {
  let shownAt = Number.NEGATIVE_INFINITY;
  return id => {
    const moment = schedule.begin(id);
    if (moment === null) return;
    const { step, steps, title, secondsGone, secondsLeft } = moment;
    const [gone, left] = [secondsGone, secondsLeft].map(formatDuration);
    const line = `${step} of ${steps}, ${gone} gone, about ${left} left: ${title}`;
    // A wrapped line could not be cleared.
    if (stream.isTTY) return screen.note(line.slice(0, (stream.columns ?? 80) - 3));
    if (secondsGone - shownAt < PLAIN_SECONDS) return;
    shownAt = secondsGone;
    stream.write(`${line}\n`);
  };
}

/** Between plain lines. */
const PLAIN_SECONDS = 10;
