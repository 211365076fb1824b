import { formatCount } from './units.js';

/** @import { InspectedEntry } from '../inspect/inspection.js' */

/**
 * What lies in a folder. Its own folders are looked for when they are shown: a path may have very many. `at`: where the rest of
 * the paths begins.
 *
 * @typedef {{ name: string, at: number, entries: readonly InspectedEntry[] }} Folder
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
  const rows = rowsOf({ name: '', at: 0, entries });
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

/**
 * @param {Folder} folder
 * @returns {Row[]} What is directly in it.
 */
function rowsOf(folder) {
  const { folders: shown, entries } = contentOf(folder);
  const hidden = shown.length > MOST_FOLDERS ? shown.splice(SHOWN_FOLDERS) : [];
  const rows = shown.map(withoutChain);
  if (hidden.length > 0)
    rows.push(
      sumUp(
        hidden.flatMap(each => each.entries),
        `${formatCount(hidden.length)} more folders`,
      ),
    );
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
 * @param {Folder} folder
 * @returns {{ folders: Folder[], entries: { name: string, entry: InspectedEntry }[] }}
 */
function contentOf({ at, entries: all }) {
  /** @type {Map<string, InspectedEntry[]>} */
  const folders = new Map();
  const entries = [];
  for (const entry of all) {
    const slash = entry.path.indexOf('/', at);
    const name = entry.path.slice(at, slash < 0 ? undefined : slash);
    if (slash < 0) entries.push({ name, entry });
    else
      folders
        .set(name, folders.get(name) ?? [])
        .get(name)
        ?.push(entry);
  }
  return {
    folders: Array.from(folders, ([name, below]) => ({
      name: `${name}/`,
      at: at + name.length + 1,
      entries: below,
    })),
    entries,
  };
}

/**
 * A folder with nothing but another folder stands on one line with it.
 *
 * @param {Folder} folder
 * @returns {Row}
 */
function withoutChain(folder) {
  const { at, entries } = folder;
  const [{ path }] = entries;
  let end = at;
  for (let slash = path.indexOf('/', end); slash >= 0; slash = path.indexOf('/', end)) {
    const part = path.slice(end, slash + 1);
    if (!entries.every(entry => entry.path.startsWith(part, end))) break;
    end = slash + 1;
  }
  const last = { name: folder.name + path.slice(at, end), at: end, entries };
  return { name: last.name, bytes: bytesOf(entries), entry: null, isSum: false, folder: last, rows: [] };
}

/**
 * @param {{ bytes: number }[]} hidden
 * @param {string} what
 * @returns {Row}
 */
function sumUp(hidden, what) {
  return { name: `… ${what}`, bytes: bytesOf(hidden), entry: null, isSum: true, folder: null, rows: [] };
}

/** @param {readonly { bytes: number }[]} all */
function bytesOf(all) {
  return all.reduce((sum, { bytes }) => sum + bytes, 0);
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
    const closed = folder !== null && below.length === 0 ? ` (${formatCount(folder.entries.length)})` : '';
    yield { name: `${indent}${isLast ? '└ ' : '├ '}${name}${closed}`, bytes, entry, isSum };
    yield* linesOf(below, `${indent}${isLast ? '  ' : '│ '}`);
  }
}

/** More equal siblings than this are summed up behind the first few. */
const MOST_EQUAL = 4;
const SHOWN_EQUAL = 2;
const MOST_FOLDERS = 12;
const SHOWN_FOLDERS = 8;
