import { drawColumn, drawPersonal } from './draw-cells.js';
import { drawStyle } from './draw-style.js';

/** @import { Random } from '../../support/random.js' */

/**
 * A table of which everything is known, and its text.
 *
 * @typedef {object} KnownTable
 * @property {string[]} kinds What is special about it.
 * @property {string[] | null} names
 * @property {{ cells: string[], isSound: boolean, isLong: boolean, isNote?: boolean }[]} records `isSound` is false where a record has too
 *   many or too few fields, `isLong` is true where it has too many. `isNote`: whether it may be left out, as a total may.
 * @property {number} personal Which column is to be protected.
 * @property {string} text
 * @property {Buffer} [bytes] The text in another encoding than UTF-8, or with a byte order mark.
 * @property {boolean} isDoubtful Whether a person would have to ask how it is meant.
 * @property {boolean} mustFail Whether no column can be told from the next by its name.
 */

/**
 * @param {Random} random
 * @returns {KnownTable}
 */
export function drawTable(random) {
  const { below, chance, pick, weighted } = random;
  /** @type {string[]} */
  const kinds = [];
  const style = drawStyle(random);
  const width =
    weighted([
      [1, 1],
      [6, 2 + below(4)],
      [2, 6 + below(7)],
      [1, 13 + below(18)],
    ]) ?? 1;
  const count =
    weighted([
      [1, below(2)],
      [3, 2 + below(4)],
      [6, 6 + below(55)],
    ]) ?? 0;
  const hasHeader = chance(0.8);
  const personal = below(width);
  const columns = Array.from({ length: width }, (_, column) =>
    column === personal ? drawPersonal(random) : drawColumn(random),
  );
  const names = hasHeader
    ? columns.map(({ name }, column) =>
        columns.findIndex(one => one.name === name) === column ? name : `${name} ${column}`,
      )
    : null;
  const records = Array.from({ length: count }, (_, row) => ({
    cells: columns.map(({ draw }) => style.holds(draw(row))),
    isSound: true,
    isLong: false,
  }));
  if (width === 1) for (const { cells } of records) cells[0] ||= 'none';
  // A record of empty fields only is an empty line to most programs.
  for (const { cells } of records) if (cells.join('') === '') cells[0] = 'x';

  const lines = records.map(({ cells }) => style.write(cells));
  if (width > 2 && count > 10 && chance(0.08)) {
    kinds.push('ragged');
    for (let times = 1 + below(Math.floor(count / 10)); times > 0; times--) {
      // Without a header, the first record says how many fields there are.
      const at = hasHeader ? below(count) : 1 + below(count - 1);
      if (!records[at].isSound) continue;
      records[at].isSound = false;
      records[at].isLong = chance(0.5);
      lines[at] = records[at].isLong
        ? style.write([...records[at].cells, 'more'])
        : style.write(records[at].cells.slice(0, -1));
    }
  }
  const last = records[count - 1];
  if (width > 1 && count > 3 && kinds.length === 0 && chance(0.04)) {
    const isQuoted = chance(0.5) && style.quotes('"');
    kinds.push(isQuoted ? 'cut within quotes' : 'cut within the last record');
    last.isSound = false;
    const rest = style.write(last.cells.slice(0, -1));
    lines[count - 1] = isQuoted ? `${rest}${style.delimiter}"${last.cells[width - 1].replaceAll('"', '')}` : rest;
  }
  /** @type {string | null} */
  let header = names && style.write(names);
  let mustFail = false;
  if (names && width > 1 && count > 1 && kinds.length === 0 && chance(0.04)) {
    kinds.push('header short');
    // Otherwise it might as well be a delimiter at the end of each record. One value shows that it is none.
    const at = count >> 1;
    records[at].cells[width - 1] ||= 'x';
    lines[at] = style.write(records[at].cells);
    header = style.write(names.slice(1));
    mustFail = true;
  } else if (names && width > 1 && count > 1 && kinds.length === 0 && chance(0.03)) {
    kinds.push('header long');
    names.push('extra');
    header = style.write(names);
    // Where short records are filled up, an empty field takes the place of the last one.
    for (const record of records) Object.assign(record, { cells: [...record.cells, 'none'], isSound: false });
  } else if (width > 1 && count > 1 && kinds.length === 0 && chance(0.05)) {
    kinds.push('trailing delimiter');
    for (const at of lines.keys()) lines[at] += style.delimiter;
    if (chance(0.5) && header) {
      kinds.push('also in the header');
      header += style.delimiter;
    }
  }
  const opening = drawOpening(random, style, count > 1 ? width : 0, hasHeader, kinds);
  if (header !== null) lines.unshift(header);
  let text =
    opening.map(line => line + style.newline).join('') +
    lines.join(style.newline) +
    (lines.length > 0 ? style.newline : '');
  if (width > 1 && count > 2 && kinds.length === 0 && chance(0.04)) {
    kinds.push('two tables');
    const second = Array.from({ length: 2 + below(5) }, (_, row) => style.write(drawSecond(width, row)));
    text += ['', ...second, ''].join(style.newline);
  }
  const cut = pick(['no', 'no', 'no', 'line end', 'half']);
  if (cut === 'line end') text = text.slice(0, -style.newline.length);
  if (cut === 'half' && style.newline === '\r\n') {
    kinds.push('cut in its last CRLF');
    text = text.slice(0, -1);
  }
  if (style.kind !== '') kinds.push(style.kind);
  if (!hasHeader) kinds.push('no header');
  if (width === 1) kinds.push('one column');
  if (count < 2) kinds.push('hardly any record');
  const isDoubtful =
    mustFail || kinds.includes('header long') || count < 2 || (width === 1 && style.kind !== '') || style.isRare;
  return { kinds, names, records, personal, text, isDoubtful, mustFail };
}

/**
 * @param {Random} random
 * @param {ReturnType<typeof drawStyle>} style
 * @param {number} width
 * @param {boolean} hasHeader
 * @param {string[]} kinds
 */
function drawOpening({ below, chance, pick }, { delimiter, newline }, width, hasHeader, kinds) {
  /** @type {string[]} */
  const lines = [];
  if (width > 0 && chance(0.08)) {
    kinds.push('comments');
    lines.push(pick(['# made by x, on y', '# a; b; c', '# exported 2024-01-31 10:30', '#']));
    if (chance(0.5)) lines.push('# z');
  }
  if (hasHeader && width > 2 && chance(0.1)) {
    /** @type {string} */
    const title = pick(['Report', 'Sales of 2024', 'Quarterly report, all sites', 'List of people; confidential']);
    const isPadded = chance(0.5);
    kinds.push(isPadded ? 'padded title' : 'title');
    const whole = title.includes(delimiter) ? `"${title}"` : title;
    lines.push(isPadded ? whole + delimiter.repeat(width - 1) : title);
    if (chance(0.3)) lines.push(isPadded ? delimiter.repeat(width - 1) : '');
  } else if (hasHeader && width > 1 && chance(0.03)) {
    kinds.push('padded empty line');
    for (let times = 1 + below(2); times > 0; times--) lines.push(delimiter.repeat(width - 1));
  }
  return newline === '\r' && lines.includes('') ? lines.filter(Boolean) : lines;
}

/**
 * A record of another table below: it has another number of fields, and none of the first table's values.
 *
 * @param {number} width
 * @param {number} row
 */
function drawSecond(width, row) {
  const cells = row === 0 ? ['total', 'sum', 'mean', 'count'] : [`T${row}`, String(row * 7), '1.5', String(row)];
  return cells.slice(0, width === 3 ? 4 : 3);
}
