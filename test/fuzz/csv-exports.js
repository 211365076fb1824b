import { faker } from '@faker-js/faker/locale/en';
import { ByteWriter } from '../../scripts/generate-data/byte-writer.js';
import { makeContacts } from '../../scripts/generate-data/contacts.js';
import { createRowWriter, FIELD_NAMES } from '../../scripts/generate-data/people-rows.js';
import { randomPiece } from './csv-texts.js';

/** @import { Random } from '../support/random.js' */

/**
 * A few of Faker's rows as `npm run generate-data` writes them, under their header.
 *
 * @param {Random} random
 * @param {string} delimiter
 * @param {number} [minBytes]
 */
export function people(random, delimiter, minBytes = 1100) {
  const rows = rowsBy.get(delimiter) ?? makeRows(delimiter);
  rowsBy.set(delimiter, rows);
  return { text: FIELD_NAMES.join(delimiter) + drawLines(random, rows, minBytes), names: FIELD_NAMES };
}

/**
 * A few lines of a file as another program would export it: a byte order mark, CRLF, quotes around every field, some bad
 * records.
 *
 * @param {Random} random
 * @param {string} delimiter
 */
export function contacts(random, delimiter) {
  contactRows ??= makeContactRows();
  const { header, rows } = contactRows;
  const text = header + drawLines(random, rows, 1100);
  return { text: text.replaceAll('";"', `"${delimiter}"`), names: CONTACT_NAMES };
}

/**
 * The text with damage of a kind that happens to real files.
 *
 * @param {Random} random
 * @param {string} text
 * @param {string} delimiter
 */
export function mutated(random, text, delimiter) {
  let result = text;
  for (let left = random.below(7); left > 0; left--) result = mutatedOnce(random, result, delimiter);
  return result;
}

/**
 * @param {Random} random
 * @param {string} text
 * @param {string} delimiter
 */
function mutatedOnce(random, text, delimiter) {
  const at = random.below(text.length + 1);
  const after = at + random.below(random.pick([2, 30, 300]));
  switch (random.below(9)) {
    case 0:
    case 1:
      return text.slice(0, at) + randomPiece(random, delimiter, 0.6) + text.slice(at);
    case 2:
      return text.slice(0, at) + randomPiece(random, delimiter, 0.6) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(after);
    case 4:
      return text.slice(0, after) + text.slice(at);
    case 5:
      return random.chance(0.3) ? text.slice(0, at) : text;
    case 6:
      return text.replaceAll('\r\n', '\n').replaceAll('\n', random.pick(['\n', '\r\n', '\r\n', '\n\n', '\r']));
    case 7: {
      const quote = text.indexOf('"', at);
      return quote === -1 ? text : text.slice(0, quote) + text.slice(quote + 1);
    }
    default:
      return withoutField(text, at, delimiter);
  }
}

/**
 * @param {string} text
 * @param {number} at
 * @param {string} delimiter
 */
function withoutField(text, at, delimiter) {
  const from = text.indexOf(delimiter, at);
  const to = text.indexOf(delimiter, from + 1);
  return from === -1 || to === -1 ? text : text.slice(0, from) + text.slice(to);
}

/**
 * Enough rows for the stage to see more than an opening.
 *
 * @param {Random} random
 * @param {readonly string[]} rows
 * @param {number} minBytes
 */
function drawLines(random, rows, minBytes) {
  let text = '';
  for (let index = random.below(rows.length); text.length < minBytes || random.chance(0.5); index++) {
    text += rows[index % rows.length];
  }
  return text;
}

/** @param {string} delimiter */
function makeRows(delimiter) {
  faker.seed(20_251_124);
  const out = new ByteWriter(1 << 18);
  const writeRow = createRowWriter(faker, out, delimiter);
  return Array.from({ length: 100 }, () => {
    writeRow();
    return `\n${Buffer.from(out.take()).toString('latin1').slice(0, -1)}`;
  });
}

function makeContactRows() {
  faker.seed(20_251_125);
  const [header = '', ...rows] = Buffer.from(makeContacts(faker, 600))
    .toString('latin1')
    .split(/(?=\r\n)/);
  return { header, rows };
}

const CONTACT_NAMES = ['name', 'email', 'phone', 'company', 'city', 'country', 'comment'];
/** @type {Map<string, string[]>} */
const rowsBy = new Map();
/** @type {ReturnType<typeof makeContactRows> | null} */
let contactRows = null;
