import { drawEverydayColumn } from './draw-everyday-cells.js';
import { drawWriter } from './draw-writer.js';

/** @import { Random } from '../../support/random.js' */
/** @import { KnownTable } from './draw-table.js' */
/** @import { Writer } from './draw-writer.js' */

/** @typedef {KnownTable['records'][number]} KnownRecord */

/**
 * Draws a table as people and programs send them: exports of banks and shops, with titles, notes, totals and empty lines, a few records, and
 * line ends and encodings of all kinds.
 *
 * @param {Random} random
 * @returns {KnownTable}
 */
export function drawEveryday(random) {
  const { below, chance, weighted } = random;
  /** @type {string[]} */
  const kinds = ['everyday'];
  const writer = drawWriter(random);
  const width =
    weighted([
      [1, 1],
      [2, 2],
      [6, 3 + below(4)],
      [2, 7 + below(10)],
    ]) ?? 1;
  const count =
    weighted([
      [3, 1 + below(3)],
      [4, 4 + below(8)],
      [3, 12 + below(40)],
    ]) ?? 1;
  const hasHeader = chance(0.85);
  const personal = below(width);
  const columns = Array.from({ length: width }, (_, column) => drawEverydayColumn(random, column === personal));
  const named = columns.map(({ name }, column) =>
    columns.findIndex(one => one.name === name) === column ? name : `${name} ${column}`,
  );
  // Otherwise, the header would be a comment.
  if (named[0].startsWith('#')) named[0] = 'No.';
  // Names that commas split as the values show two columns.
  if (width === 1) named[0] = named[0].replace(/\W.*/, '');
  const hasIndex = hasHeader && width > 2 && personal > 0 && chance(0.06);
  if (hasIndex) {
    kinds.push('index without a name');
    named[0] = '';
    columns[0].draw = row => String(row);
  }
  const names = hasHeader ? named.map(writer.holds) : null;
  const records = Array.from({ length: count }, (_, row) => {
    const cells = columns.map(({ draw }) => writer.holds(draw(row)));
    if (cells.join('') === '' || width === 1) cells[0] ||= 'none';
    return { cells, isSound: true, isLong: false };
  });
  /** @type {KnownRecord[]} */
  const known = records.slice();
  const lines = records.map(({ cells }) => writer.write(cells));
  if (width > 1) ruin(random, writer, { known, lines, kinds, names, personal });
  const header = names && writer.writeNames(names);
  const above = hasHeader && width > 1 ? drawNotes(random, writer, width, kinds) : [];
  const all = [...above, ...(header === null ? [] : [header]), ...lines];
  const text = join(random, writer, all, width > 1, kinds);
  const { bytes, isKnown } = encode(random, writer, text, kinds);
  if (!hasHeader) kinds.push('no header');
  if (width === 1) kinds.push('one column');
  if (count < 2) kinds.push('hardly any record');
  const holdsDelimiter = (/** @type {KnownRecord} */ { cells }) => /[,;|\t"]/.test(cells[0]);
  const isDoubtful =
    count < 2 ||
    !isKnown ||
    (width === 1 && (writer.delimiter !== ',' || records.some(holdsDelimiter))) ||
    writer.isOdd;
  return { kinds, names, records: known, personal, text, bytes, isDoubtful, mustFail: false };
}

/**
 * Adds what stands among records: a total, the header once more, empty rows, records that lack their last values or have one too many.
 *
 * @param {Random} random
 * @param {Writer} writer
 * @param {{ known: KnownRecord[], lines: string[], kinds: string[], names: string[] | null, personal: number }} table
 */
function ruin({ below, chance, pick }, writer, { known, lines, kinds, names, personal }) {
  const width = known[0].cells.length;
  /**
   * @param {number} at
   * @param {string[]} cells
   */
  const add = (at, cells) => {
    known.splice(at, 0, { cells, isSound: false, isLong: false, isNote: true });
    lines.splice(at, 0, writer.write(cells));
  };
  const blank = known[0].cells.map(() => '');
  if (known.length > 3 && chance(0.06)) {
    kinds.push('short records');
    for (const [at, record] of known.entries()) {
      if (at === 0 || record.cells[width - 1] !== '' || personal === width - 1) continue;
      record.isSound = false;
      lines[at] = writer.write(record.cells.slice(0, -1));
    }
  } else if (known.length > 8 && chance(0.06)) {
    kinds.push('a record too long');
    const at = 1 + below(known.length - 1);
    Object.assign(known[at], { isSound: false, isLong: true });
    lines[at] = writer.write([...known[at].cells, pick(['', 'more', '5'])]);
  }
  if (chance(0.06)) {
    kinds.push('total');
    add(known.length, [pick(['Total', 'Summe', '']), ...blank.slice(2), pick(['12', '1.234,50', '99.5'])]);
  }
  if (known.length > 3 && chance(0.04)) {
    kinds.push('empty rows');
    for (let times = 1 + below(3); times > 0; times--) add(known.length, blank);
  }
  if (names && known.length > 3 && chance(0.03)) {
    kinds.push('header again');
    add(1 + below(known.length - 1), names);
  }
  if (chance(0.05)) {
    kinds.push('footer');
    const footer = pick(['Summe: 12', '(5 rows)', 'Ende', '-- 5 records --', '* without tax', 'Seite 1 von 1']);
    // Where short records are filled up, it is one.
    add(known.length, [footer, ...blank.slice(1)]);
    lines.splice(-1, 1, '', footer);
  }
}

/**
 * @param {Random} random
 * @param {Writer} writer
 * @param {number} width
 * @param {string[]} kinds
 * @returns {string[]} The lines above the header.
 */
function drawNotes({ below, chance, pick }, { delimiter, write }, width, kinds) {
  /** @type {string[]} */
  const notes = [];
  if (chance(0.06)) {
    kinds.push('line with sep=');
    notes.push(`sep=${delimiter}`);
  } else if (width > 2 && chance(0.08)) {
    kinds.push('pairs above');
    const pairs = [
      ['Konto:', 'DE12 5001 0517'],
      ['Zeitraum', '01.01.2024 - 31.01.2024'],
      ['Kontostand vom 31.01.2024:', '1.234,50 EUR'],
      ['Customer', 'Acme Inc.'],
    ];
    for (let times = 1 + below(4); times > 0; times--) notes.push(write(pairs.splice(below(pairs.length), 1)[0]));
    notes.push('');
  } else if (chance(0.12)) {
    kinds.push('notes above');
    const titles = [
      'Kontoauszug',
      'Created: 31.01.2024 10:30',
      '// exported by x',
      '-- list',
      '% version 2',
      'Sales report 2024',
    ];
    titles.push('All sites, all years', 'People; internal', '# id, name', 'Umsätze (EUR)');
    for (let times = 1 + below(2); times > 0; times--) notes.push(...titles.splice(below(titles.length), 1));
    if (chance(0.5)) notes.push('');
  } else if (width > 2 && chance(0.04)) {
    kinds.push('padded notes above');
    notes.push(pick(['Report', 'Umsätze 2024', 'Liste']) + delimiter.repeat(width - 1));
    if (chance(0.5)) notes.push(delimiter.repeat(width - 1));
  }
  return notes;
}

/**
 * @param {Random} random
 * @param {Writer} writer
 * @param {string[]} lines
 * @param {boolean} mayHaveGaps In one column, an empty line is a record.
 * @param {string[]} kinds
 */
function join({ below, chance, pick }, { newline }, lines, mayHaveGaps, kinds) {
  const isMixed = chance(0.05);
  if (isMixed) kinds.push('mixed line ends');
  const end = () => (isMixed ? pick(['\n', '\r\n']) : newline);
  const hasGaps = mayHaveGaps && chance(0.04);
  if (hasGaps) kinds.push('empty lines');
  let text = '';
  for (const line of lines) text += line + end() + (hasGaps && chance(0.3) ? end() : '');
  if (mayHaveGaps && chance(0.05)) {
    kinds.push('empty lines at the end');
    for (let times = 1 + below(3); times > 0; times--) text += end();
  }
  return chance(0.25) ? text.replace(/\r?\n$/, '') : text;
}

/**
 * @param {Random} random
 * @param {Writer} writer
 * @param {string} text
 * @param {string[]} kinds
 * @returns {{ bytes: Buffer, isKnown: boolean }} `isKnown`: whether the bytes say what their encoding is.
 */
function encode({ weighted }, _writer, text, kinds) {
  const encoding =
    weighted([
      [80, 'utf-8'],
      [10, 'utf-8 with a mark'],
      [2, 'utf-16le with a mark'],
      [1, 'utf-16be with a mark'],
      [1, 'utf-16le'],
    ]) ?? 'utf-8';
  if (encoding !== 'utf-8') kinds.push(encoding);
  if (encoding.startsWith('utf-8')) {
    return { bytes: Buffer.from(encoding === 'utf-8' ? text : `\ufeff${text}`), isKnown: true };
  }
  const bytes = Buffer.from(encoding.endsWith('mark') ? `\ufeff${text}` : text, 'utf16le');
  return { bytes: encoding.startsWith('utf-16be') ? bytes.swap16() : bytes, isKnown: encoding.endsWith('mark') };
}
