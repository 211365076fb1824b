import { formatCount } from './units.js';

/** @import { InspectedEntry } from '../inspect/inspection.js' */

/**
 * @typedef {{ name: string, folders: Map<string, Folder>, entries: { name: string, entry: InspectedEntry }[], count: number,
 *   bytes: number }} Folder `count` and `bytes` are of all that is in it.
 *
 * A line of the tree. `isSum`: whether it stands for several equal entries, of which `entry` is one.
 * @typedef {{ name: string, bytes: number, entry: InspectedEntry | null, isSum: boolean, folder: Folder | null,
 *   rows: Row[] }} Row
 */

/**
 * Lays out entries as a tree of few lines: the upper folders first, equal siblings summed up.
 *
 * @param {readonly InspectedEntry[]} entries
 * @param {number} maxLines
 * @returns {Pick<Row, 'name' | 'bytes' | 'entry' | 'isSum'>[]} A line each; `name` has the branches in front.
 */
export function layTree(entries, maxLines) {
  const rows = rowsOf(growTree(entries));
  if (rows.length > maxLines) {
    const hidden = rows.splice(maxLines - 1);
    rows.push(
      sumUp(
        hidden.map(({ name, bytes }) => ({ name, bytes })),
        `${formatCount(hidden.length)} more names`,
      ),
    );
  }
  let left = maxLines - rows.length;
  /** @type {Row[]} */
  const queue = [...rows];
  for (const row of queue) {
    if (row.folder === null) continue;
    const below = rowsOf(row.folder);
    if (below.length > left) continue;
    left -= below.length;
    row.rows = below;
    queue.push(...below);
  }
  return [...linesOf(rows, '')];
}

/** @param {readonly InspectedEntry[]} entries */
function growTree(entries) {
  const root = folderOf('');
  for (const entry of entries) {
    const names = entry.path.split('/');
    const name = /** @type {string} */ (names.pop());
    let folder = root;
    for (const part of names) {
      const below = folder.folders.get(part) ?? folderOf(`${part}/`);
      folder.folders.set(part, below);
      below.count += 1;
      below.bytes += entry.bytes;
      folder = below;
    }
    folder.entries.push({ name, entry });
  }
  return root;
}

/** @param {string} name @returns {Folder} */
function folderOf(name) {
  return { name, folders: new Map(), entries: [], count: 0, bytes: 0 };
}

/**
 * @param {Folder} folder
 * @returns {Row[]} What is directly in it.
 */
function rowsOf({ folders, entries }) {
  const shown = [...folders.values()];
  const hidden = shown.length > MOST_FOLDERS ? shown.splice(SHOWN_FOLDERS) : [];
  const rows = shown.map(withoutChain);
  if (hidden.length > 0) rows.push(sumUp(hidden, `${formatCount(hidden.length)} more folders`));
  for (const equal of Map.groupBy(entries, likeness).values()) {
    const more = equal.length > MOST_EQUAL ? equal.splice(SHOWN_EQUAL) : [];
    for (const { name, entry } of equal)
      rows.push({ name, bytes: entry.bytes, entry, isSum: false, folder: null, rows: [] });
    if (more.length === 0) continue;
    const sum = more.map(({ name, entry }) => ({ name, bytes: entry.bytes }));
    rows.push({ ...sumUp(sum, `${formatCount(more.length)} more *${endingOf(more[0].name)}`), entry: more[0].entry });
  }
  return rows;
}

/**
 * A folder with nothing but another folder stands on one line with it.
 *
 * @param {Folder} folder
 * @returns {Row}
 */
function withoutChain(folder) {
  let last = folder;
  let name = folder.name;
  while (last.folders.size === 1 && last.entries.length === 0) {
    [last] = last.folders.values();
    name += last.name;
  }
  return { name, bytes: last.bytes, entry: null, isSum: false, folder: last, rows: [] };
}

/**
 * @param {{ bytes: number }[]} hidden
 * @param {string} what
 * @returns {Row}
 */
function sumUp(hidden, what) {
  const bytes = hidden.reduce((sum, each) => sum + each.bytes, 0);
  return { name: `… ${what}`, bytes, entry: null, isSum: true, folder: null, rows: [] };
}

/** @param {{ name: string, entry: InspectedEntry }} file */
function likeness({ name, entry }) {
  return [endingOf(name), entry.action, entry.rule, entry.kind, entry.error?.code].join('\0');
}

/** @param {string} name */
function endingOf(name) {
  return /\.\w{1,10}$/.exec(name)?.[0].toLowerCase() ?? '';
}

/**
 * @param {Row[]} rows
 * @param {string} indent
 * @returns {Generator<Pick<Row, 'name' | 'bytes' | 'entry' | 'isSum'>>}
 */
function* linesOf(rows, indent) {
  for (const [index, { name, bytes, entry, isSum, folder, rows: below }] of rows.entries()) {
    const isLast = index === rows.length - 1;
    const closed = folder !== null && below.length === 0 ? ` (${formatCount(folder.count)})` : '';
    yield { name: `${indent}${isLast ? '└ ' : '├ '}${name}${closed}`, bytes, entry, isSum };
    yield* linesOf(below, `${indent}${isLast ? '  ' : '│ '}`);
  }
}

/** More equal siblings than this are summed up behind the first few. */
const MOST_EQUAL = 4;
const SHOWN_EQUAL = 2;
const MOST_FOLDERS = 12;
const SHOWN_FOLDERS = 8;
