import { cutText } from './text-table.js';

/** @import { InspectedEntry, Inspection } from '../inspect/inspection.js' */

/**
 * Says which entries are archives themselves: only a job opens them.
 *
 * @param {Pick<Inspection, 'entries'>} inspection
 * @param {number} width
 * @returns {string[]}
 */
export function formatInnerArchives({ entries }, width) {
  const sound = entries.filter(({ error }) => error === null);
  const opened = sound.filter(({ action }) => action === 'archive');
  const copied = sound.filter(({ action, path }) => action === 'copy' && ENDING.test(path));
  const lines = [];
  if (opened.length > 0) {
    lines.push(`${namesOf(opened, width)}: opened by a job, but not here; sluice run --dry-run shows what is inside.`);
  }
  if (copied.length > 0) {
    lines.push(
      `${namesOf(copied, width)}: copied as it is. To open archives in the archive, add a rule:`,
      `  ${JSON.stringify({ match: '**/*.{zip,tar,gz,tgz}', archive: true })}`,
    );
  }
  return lines;
}

/**
 * @param {InspectedEntry[]} entries
 * @param {number} width
 */
function namesOf(entries, width) {
  const more = entries.length === 1 ? '' : ` and ${entries.length - 1} more`;
  return `${cutText(entries[0].path, width / 2)}${more}`;
}

const ENDING = /\.(zip|tar|gz|tgz)$/i;
