import { formatColumns } from '../../src/cli/inspect-kind.js';
import { formatEntries } from '../../src/cli/inspect-report.js';
import { cutText } from '../../src/cli/text-table.js';
import { formatCount } from '../../src/cli/units.js';
import { inspectArchive } from '../../src/inspect/inspect-archive.js';
import { openSource } from '../../src/source/open-source.js';

/** @import { Recipe } from '../../src/recipe/recipe.js' */
/** @import { Screen } from '../command-line/screen.js' */

/**
 * Shows what `sluice inspect` finds in an archive, in short: its entries, and the columns of its first kinds of CSV. An archive that
 * cannot be read is left to the job, which says why.
 *
 * @param {Screen} screen
 * @param {{ path: string, recipe: Recipe | null, signal: AbortSignal }} archive
 */
export async function showInspection(screen, { path, recipe, signal }) {
  const source = await openSource(path, { signal });
  try {
    const inspection = await inspectArchive({ source, recipe, signal });
    if (inspection.error !== null) return;
    const { entries, kinds } = inspection;
    const width = screen.columns - INDENT.length;
    const lines = formatEntries(inspection, MAX_TREE_LINES, width);
    for (const { entries: own, columns } of kinds.slice(0, MAX_KINDS)) {
      const more = own.length > 1 ? ` and ${formatCount(own.length - 1)} more` : '';
      lines.push('', `${cutText(entries[own[0]].path, width - more.length)}${more}:`);
      lines.push(...formatColumns({ columns }, width, MAX_COLUMNS));
    }
    screen.print();
    screen.print('What sluice inspect finds in it, from the beginning of each entry:\n');
    for (const line of lines) screen.print(`${INDENT}${line}`.trimEnd());
    screen.print();
  } finally {
    await source.close();
  }
}

const INDENT = '  ';
const MAX_TREE_LINES = 15;
const MAX_KINDS = 2;
const MAX_COLUMNS = 12;
