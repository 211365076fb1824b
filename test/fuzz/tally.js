/** @import { Worst } from './costs.js' */

/**
 * The number of cases by category and outcome.
 *
 * @typedef {Record<string, Record<string, number>>} Tally
 */

/**
 * @param {Tally} tally
 * @param {string} category
 * @param {string} outcome
 * @param {number} [count]
 */
export function addOutcome(tally, category, outcome, count = 1) {
  tally[category] ??= {};
  tally[category][outcome] = (tally[category][outcome] ?? 0) + count;
}

/**
 * @param {Tally} tally
 * @param {Tally} other
 */
export function addTally(tally, other) {
  for (const [category, outcomes] of Object.entries(other)) {
    for (const [outcome, count] of Object.entries(outcomes)) addOutcome(tally, category, outcome, count);
  }
}

/**
 * Two tables in Markdown for each campaign: its categories, and its outcomes.
 *
 * @param {Map<string, Tally>} tallies By the campaign's name.
 * @returns {string}
 */
export function tableOf(tallies) {
  return Array.from(tallies, ([campaign, tally]) => `${categoryTable(campaign, tally)}\n${outcomeTable(tally)}`).join(
    '\n',
  );
}

/**
 * @param {string} campaign
 * @param {Tally} tally
 */
function categoryTable(campaign, tally) {
  const rows = Object.entries(tally)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, outcomes]) => [category, sum(outcomes), ...GROUPS.map(([, fits]) => sum(outcomes, fits))]);
  const [, ...columns] = rows[0] ?? [];
  const totals = columns.map((_, column) => rows.reduce((total, row) => total + Number(row[column + 1]), 0));
  return markdown([[campaign, 'cases', ...GROUPS.map(([title]) => title)], ...rows, ['total', ...totals]]);
}

/**
 * @param {Worst[]} worst
 * @returns {string} What each reader pays for the dearest input that was found, beside what it pays for ordinary input.
 */
export function worstTable(worst) {
  if (worst.length === 0) return '';
  const rows = worst
    .toSorted((a, b) => b.ratio - a.ratio)
    .map(({ what, input, ratio, growth, unit, costPerByte }) => [
      ...[what, `\`${JSON.stringify(input.slice(0, 40)).replaceAll('|', '\\|')}…\``],
      `${costPerByte.toFixed(1)} ${unit}`,
      ...[`${(costPerByte / ratio).toFixed(1)} ${unit}`, growth.toFixed(1)],
    ]);
  return `\n${markdown([['reader', 'dearest input', 'cost a character', 'of ordinary input', 'ten times as long'], ...rows])}`;
}

/** @param {Tally} tally */
function outcomeTable(tally) {
  /** @type {Tally} */
  const all = {};
  for (const outcomes of Object.values(tally)) addTally(all, { all: outcomes });
  const rows = Object.entries(all.all ?? {}).sort(([, a], [, b]) => b - a);
  return markdown([['outcome', 'cases'], ...rows]);
}

/**
 * @param {Record<string, number>} outcomes
 * @param {(outcome: string) => boolean} [fits]
 */
function sum(outcomes, fits = () => true) {
  return Object.entries(outcomes).reduce((total, [outcome, count]) => total + (fits(outcome) ? count : 0), 0);
}

/** @param {(string | number)[][]} rows The first is the head. */
function markdown([head, ...rows]) {
  const lines = [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows];
  return lines
    .map(
      cells =>
        `| ${cells.map(cell => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)).join(' | ')} |\n`,
    )
    .join('');
}

/** @type {[title: string, fits: (outcome: string) => boolean][]} */
const GROUPS = [
  ['right', outcome => outcome.startsWith('right')],
  ['in part', outcome => outcome.startsWith('in part')],
  ['refused', outcome => !/^(right|in part)/.test(outcome)],
];
