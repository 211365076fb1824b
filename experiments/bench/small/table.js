import { formatBytes, formatCount } from '../../../src/cli/units.js';
import { median } from '../median.js';

/** @import { Table } from '../../report/tables.js' */
/** @import { Player } from './players.js' */

/** @typedef {{ wallSeconds: number, cpuSeconds: number, peakRssBytes: number }} Seen */

/**
 * @param {Player[]} players The first is the one that rivals are compared with.
 * @param {Map<Player, Seen[]>} seen
 * @returns {Table} Of medians.
 */
export function tableOf(players, seen) {
  const of = (/** @type {Player} */ player, /** @type {keyof Seen} */ key) =>
    median((seen.get(player) ?? []).map(each => each[key]));
  const [first] = players;
  const rows = players.map(player => {
    const [wall, cpu] = [of(player, 'wallSeconds'), of(player, 'cpuSeconds')];
    const times = (/** @type {number} */ value, /** @type {keyof Seen} */ key) =>
      player.isRival ? (value / of(first, key)).toFixed(2) : '';
    return [
      player.name,
      ...[wall.toFixed(2), times(wall, 'wallSeconds'), cpu.toFixed(2), times(cpu, 'cpuSeconds')],
      ...[wall, cpu].map(seconds => ((1000 * seconds) / player.entries).toFixed(2)),
      formatBytes(of(player, 'peakRssBytes')),
    ];
  });
  return {
    title: `${formatCount(first.entries)} entries of 2 KB`,
    headings: ['contestant', 'wall s', '× first', 'CPU s', '× first', 'ms an entry', 'CPU ms', 'peak RSS'],
    rows,
    textColumns: 1,
  };
}
