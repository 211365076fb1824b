import { NO_TRANSFORMS, PLAIN } from '../csv/edit-entry.js';
import { randomOf } from '../support/random.js';
import { contacts, mutated, people } from './csv-exports.js';
import { randomBytes, randomTable } from './csv-texts.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */
/** @import { Random } from '../support/random.js' */

/**
 * @typedef {object} CsvCase
 * @property {string} kind What the text is.
 * @property {string} text Latin-1: a character is a byte.
 * @property {CsvRule} rule
 * @property {number} maxRecordBytes
 * @property {number} maxDescribed
 * @property {number[]} sizes The text's chunks; what is left over is the last one.
 * @property {number} outputBytes How much of the engine's output region may be used.
 */

/**
 * A case, decided by its seed: a text, a rule, limits, and how the text is cut into chunks.
 *
 * @param {number} seed
 * @returns {CsvCase}
 */
export function drawCase(seed) {
  const random = randomOf(seed);
  const delimiter = random.pick(DELIMITERS);
  const { kind, text, opening = 0, names } = drawText(random, delimiter);
  const given = kind.includes('auto') || random.chance(0.15) ? 'auto' : delimiter;
  return {
    kind,
    text,
    rule: drawRule(random, given, names),
    maxRecordBytes: random.chance(0.8) ? 1 << 24 : random.pick(RECORD_LIMITS) + random.below(8),
    maxDescribed: random.pick([100, 100, 1, 0]),
    sizes: drawSizes(random, text.length, opening),
    outputBytes: random.chance(0.5) ? 65_536 : 100 + random.below(random.pick([100, 1000, 30_000])),
  };
}

/**
 * @param {Random} random
 * @param {string} delimiter
 * @returns {{ kind: string, text: string, opening?: number, names: readonly string[] }} `opening`: the bytes that the stage
 * needs before it works on blocks.
 */
function drawText(random, delimiter) {
  const size = random.below(1000);
  if (size < 2) return { ...drawLarge(random, delimiter), names: NAMES };
  if (size < 30) return { ...drawLong(random, delimiter), names: NAMES };
  const kind = random.below(10);
  if (kind < 2) return { kind: 'random bytes', text: randomBytes(random, delimiter, 60), names: NAMES };
  if (kind < 4)
    return { kind: 'random fields', text: randomTable(random, delimiter, 1 + random.below(5)), names: NAMES };
  if (kind < 8) {
    const { opening, width } = drawOpening(random, delimiter);
    const isTable = kind < 6;
    const text = isTable ? randomTable(random, delimiter, width) : randomBytes(random, delimiter, 60);
    return {
      kind: `${isTable ? 'random fields' : 'random bytes'} behind an opening`,
      text: opening + text,
      opening: opening.length,
      names: NAMES,
    };
  }
  const rows = kind === 8 ? people(random, delimiter) : contacts(random, delimiter);
  return {
    kind: kind === 8 ? 'mutated rows of Faker' : 'mutated export',
    text: mutated(random, rows.text, delimiter),
    opening: 1025,
    names: rows.names,
  };
}

/**
 * A text with a record longer than the piece that the stage adds to a record cut off at a block's end.
 *
 * @param {Random} random
 * @param {string} delimiter
 */
function drawLong(random, delimiter) {
  const { opening, width } = drawOpening(random, delimiter);
  const filling = random.pick(['a', '""', delimiter, '\n', 'é', '\0', '"a', '\r\n']);
  const long = filling.repeat((1000 + random.below(9000)) / filling.length);
  const field = random.chance(0.7) ? `"${long}"` : long;
  const before = randomTable(random, delimiter, width, 3);
  const text = `${opening}${before}\n${field}${delimiter}${randomTable(random, delimiter, width, 3)}`;
  return { kind: 'a long record', text, opening: random.chance(0.5) ? opening.length : 0 };
}

/**
 * A text longer than the sample by which `auto` finds the delimiter.
 *
 * @param {Random} random
 * @param {string} delimiter
 */
function drawLarge(random, delimiter) {
  const tables = Array.from({ length: 20 }, () => randomTable(random, delimiter, 3, 30)).join('\n');
  const text = random.chance(0.5)
    ? mutated(random, people(random, delimiter, 70_000).text, delimiter)
    : tables.repeat(1 + 70_000 / (tables.length + 1)) + randomBytes(random, delimiter, 60);
  return { kind: 'past the sample of delimiter auto', text, opening: random.chance(0.5) ? 65_540 : 0 };
}

/**
 * A beginning that is long enough for the stage to start: by empty lines, by its header, or by its first records.
 *
 * @param {Random} random
 * @param {string} delimiter
 */
function drawOpening(random, delimiter) {
  const width = 1 + random.below(4);
  const header = NAMES.slice(0, width).map(quoted).join(delimiter);
  const mark = random.chance(0.1) ? '\xef\xbb\xbf' : '';
  const newline = random.pick(['\n', '\r\n']);
  const way = random.below(60);
  if (way === 0) return { width, opening: `${mark}${newline.repeat(1100)}${header}${newline}` };
  if (way < 50) return { width: width + 1, opening: `${mark}"${'n'.repeat(1100)}"${delimiter}${header}${newline}` };
  const record = [`"${'1'.repeat(300)}"`, '(2)', '"3"', ''].slice(0, width).join(delimiter) + newline;
  return { width, opening: `${mark}${header}${newline}${record.repeat(4)}` };
}

/** @param {string} name */
function quoted(name) {
  return name.includes('"') ? `"${name.replaceAll('"', '""')}"` : name;
}

/**
 * @param {Random} random
 * @param {string} delimiter
 * @param {readonly string[]} names
 * @returns {CsvRule}
 */
function drawRule(random, delimiter, names) {
  const drawField = () => (random.chance(0.5) ? random.below(Math.min(names.length, 5)) : random.pick(names));
  /** @param {number} share */
  const drawFields = share => (random.chance(share) ? Array.from({ length: 1 + random.below(3) }, drawField) : []);
  const keeps = random.chance(0.25);
  const heading = random.below(6);
  return {
    ...NO_TRANSFORMS,
    ...PLAIN,
    delimiter,
    header: heading < 3 ? true : heading < 5 ? false : names.slice(0, 1 + random.below(5)),
    drop: keeps ? [] : drawFields(0.6),
    keep: keeps ? [...drawFields(1), random.below(2)] : null,
    require: drawFields(0.4),
    phones: drawFields(0.4).map(field => ({ field, format: 'strip', country: null })),
    output: { delimiter: random.chance(0.5) ? null : random.pick(DELIMITERS) },
    badRecords: random.pick(['quarantine', 'quarantine', 'quarantine', 'skip', 'keep', 'fail']),
    missing: random.chance(0.9) ? 'ignore' : 'fail',
  };
}

/**
 * @param {Random} random
 * @param {number} length
 * @param {number} opening
 * @returns {number[]}
 */
function drawSizes(random, length, opening) {
  const sizes = opening > 0 && random.chance(0.9) ? [opening] : [];
  let left = length - opening;
  const most = random.pick([1, 3, 20, 200, 5000, 70_000]);
  for (let chunks = 0; left > 0 && chunks < 60; chunks++) {
    const size = most === 1 ? 1 : random.below(most + 1);
    sizes.push(size);
    left -= size;
  }
  return sizes;
}

const DELIMITERS = [',', ',', ';', ';', '\t', '|', '|', ' ', 'x', '-', '~'];
const NAMES = ['id', 'phone', 'a "b"', 'mail', 'id'];
const RECORD_LIMITS = [1, 8, 40, 200, 1000, 4000];
