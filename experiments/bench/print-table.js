import { layOut } from '../report/text-layout.js';

/** @import { Screen } from '../../scripts/command-line/screen.js' */
/** @import { Table } from '../report/tables.js' */

/**
 * @param {Screen} screen
 * @param {Table} table
 * @param {string[]} remarks
 */
export function printTable(screen, { title, headings, rows, textColumns }, remarks) {
  screen.title(`\n${title}\n`);
  const columns = [...headings.keys()];
  const [leftAligned, numbers] = [columns.slice(0, textColumns), columns.slice(Math.max(1, textColumns))];
  const lines = layOut([headings, ...rows], { width: screen.columns, spare: numbers.toReversed(), leftAligned });
  for (const line of lines) screen.print(line);
  screen.print();
  for (const remark of remarks) screen.print(remark);
}
