import { formatCount } from '../../src/cli/units.js';
import { installCommands } from './install.js';
import { Schedule } from './schedule.js';

/** @import { Screen } from '../../scripts/command-line/screen.js' */
/** @import { estimateSteps, Wanted } from './estimate.js' */
/** @import { Contest } from './run-contest.js' */

/**
 * Prints the plan, its estimated duration, and how to install missing tools.
 *
 * @param {Screen} screen
 * @param {Wanted} wanted
 * @param {Awaited<ReturnType<typeof estimateSteps>>} steps
 * @param {Contest['contestants']} all
 */
export async function announce(screen, { rows, runs, scalingRuns, contestants }, { data, contest, growth }, all) {
  const [making, competing, growing] = [data, contest, growth].map(some => new Schedule(some).seconds);
  const archives = growth.filter(({ id }) => id.startsWith('0 ')).length;
  screen.title(`This takes ${aboutLong(making + competing + growing)}. Ctrl-C stops it.`);
  if (data.length > 0) screen.fact('data', `${formatCount(rows)} rows are made first: ${aboutLong(making)}`);
  screen.fact('contest', `${contestants.length} contestants, ${formatCount(runs + 1)} turns: ${aboutLong(competing)}`);
  screen.fact('growth', `${archives} archives, ${scalingRuns + 1} runs of each: ${aboutLong(growing)}`);
  const absent = all.filter(({ missing }) => missing !== null);
  if (absent.length > 0) {
    screen.fact('left out', `not installed: ${absent.map(({ name }) => name).join('; ')}`);
    const commands = await installCommands(absent.flatMap(({ lacking = [] }) => lacking));
    for (const [index, command] of commands.entries()) screen.fact(index === 0 ? 'to add' : '', command);
  }
  if (making + competing + growing > LONG_SECONDS && rows > QUICK_ROWS) {
    screen.fact('quicker', `npm run bench -- --rows ${QUICK_ROWS} --runs 1`);
  }
  screen.print();
}

/** @param {number} seconds */
function aboutLong(seconds) {
  return seconds < 60 ? 'less than a minute' : `about ${Math.round(seconds / 60)} min`;
}

// With this few rows, no archive for growth has ten thousand entries, which take longest.
const QUICK_ROWS = 20_000;
const LONG_SECONDS = 180;
