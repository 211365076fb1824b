import { formatBytes, formatCount } from '../../../src/cli/units.js';
import { formatSpread } from '../../report/figures.js';
import { spreadOf } from '../../report/summary.js';

/** @import { Spread } from '../../report/summary.js' */
/** @import { Table } from '../../report/tables.js' */
/** @import { Turn } from '../contest.js' */
/** @import { Result, Transforms } from './results.js' */

/**
 * @param {Transforms} transforms
 * @returns {Table} What each transform costs Sluice.
 */
export function transformTable({ rows, bytes, zipBytes, players }) {
  const [plain] = players;
  return {
    title: `${formatCount(rows)} records, ${formatBytes(bytes)}, ${formatBytes(zipBytes)} zipped`,
    headings: ['transform', 'CPU s', '× plain', 'ns a record', 'wall s', 'peak RSS'],
    textColumns: 1,
    rows: ours(players).map(({ does, turns }) => {
      const added = turns.map(({ cpuSeconds }, turn) => (cpuSeconds - plain.turns[turn].cpuSeconds) / rows);
      return [
        does,
        formatSpread(spreadOf(turns.map(({ cpuSeconds }) => cpuSeconds)), inHundredths),
        formatSpread(ratioOf(turns, plain.turns, 'cpuSeconds'), inHundredths),
        formatCount(Math.round(spreadOf(added).median * 1e9)),
        formatSpread(spreadOf(turns.map(({ wallSeconds }) => wallSeconds)), inHundredths),
        formatBytes(spreadOf(turns.map(({ peakRssBytes }) => peakRssBytes)).median),
      ];
    }),
  };
}

/**
 * @param {Transforms} transforms
 * @returns {Table} What other tools take for the same.
 */
export function otherTable({ players }) {
  return {
    title: 'The same by other tools, from the inflated records',
    headings: ['transform', 'tool', 'wall s', '× Sluice’s wall', 'CPU s', '× Sluice’s CPU', 'peak RSS'],
    textColumns: 2,
    rows: players.flatMap(({ tool, does, turns }) => {
      if (tool === null) return [];
      const { turns: sluice } = /** @type {Result} */ (ours(players).find(result => result.does === does));
      return [
        [
          does,
          tool,
          formatSpread(spreadOf(turns.map(({ wallSeconds }) => wallSeconds)), inHundredths),
          formatSpread(ratioOf(turns, sluice, 'wallSeconds'), inHundredths),
          formatSpread(spreadOf(turns.map(({ cpuSeconds }) => cpuSeconds)), inHundredths),
          formatSpread(ratioOf(turns, sluice, 'cpuSeconds'), inHundredths),
          formatBytes(spreadOf(turns.map(({ peakRssBytes }) => peakRssBytes)).median),
        ],
      ];
    }),
  };
}

/** What is to be known of the tables. */
export const REMARKS = {
  transforms: (/** @type {Transforms} */ { runs }) => [
    `Medians of ${runs} runs in turns (least – most), with the start of Node. × plain: CPU time as a multiple of the plain`,
    'rule’s in the same turn. ns a record: CPU time beyond the plain rule’s.',
  ],
  others: [
    'Sluice inflates the records too, verifies them, and waits until the output is on the disk; the others do not.',
  ],
};

/**
 * @param {Result[]} players
 * @returns {Result[]} Those of Sluice.
 */
export function ours(players) {
  return players.filter(({ tool }) => tool === null);
}

/**
 * @param {Turn[]} turns
 * @param {Turn[]} others As many.
 * @param {'cpuSeconds' | 'wallSeconds'} measure
 * @returns {Spread} Of the ratios in each turn.
 */
export function ratioOf(turns, others, measure) {
  return spreadOf(turns.map((turn, index) => turn[measure] / others[index][measure]));
}

/** @param {number} value */
function inHundredths(value) {
  return value.toFixed(2);
}
