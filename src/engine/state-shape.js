import { DEFLATE64, DEFLATED } from '../archive/entry.js';
import {
  BOOLEAN,
  BYTES,
  COUNT,
  CRC32,
  check,
  checkMembers,
  isObject,
  isText,
  list,
  optional,
  TEXT,
} from '../storage/shape.js';
import { checkSnapshot } from './inflater-snapshot.js';

/** @import { Rule } from '../storage/shape.js' */

/* The shape of an entry's suspended state, which comes back from a checkpoint. */

/**
 * @param {any} state
 * @param {string} member Where it stands in the document.
 * @throws {import('../storage/shape.js').ShapeFault | RangeError}
 */
export function checkEngineState(state, member) {
  check(state, member, isObject, 'an object');
  checkReader(state.reader, `${member}.reader`);
  checkMembers(state.verified, `${member}.verified.`, VERIFIED);
  if (state.decryption != null) checkMembers(state.decryption, `${member}.decryption.`, DECRYPTION);
  if (state.blocks == null) return;
  const { blocks } = state;
  checkMembers(blocks, `${member}.blocks.`, BLOCKS);
  const mostFields = (blocks.names?.length ?? MAX_WIDTH) + 1;
  check(blocks.width, `${member}.blocks.width`, width => width <= mostFields, 'a number of fields');
  if (blocks.dialect === undefined) checkMembers(blocks, `${member}.blocks.`, { delimiter: ASCII });
  else checkMembers(blocks.dialect, `${member}.blocks.dialect.`, DIALECT);
  if (blocks.bad !== undefined) checkBad(blocks.bad, `${member}.blocks.bad`);
  for (const line of blocks.footer ?? []) checkMembers(line, `${member}.blocks.footer[].`, LINE);
}

/**
 * @param {any} bad What is known of an entry's bad records. Earlier versions wrote less of it.
 * @param {string} member
 */
function checkBad(bad, member) {
  checkMembers(bad, `${member}.`, BAD);
  for (const name of ['tallies', 'repeats']) {
    for (const tally of bad[name] ?? []) checkMembers(tally, `${member}.${name}[].`, TALLY);
  }
  if (bad.comments != null) checkMembers(bad.comments, `${member}.comments.`, PLACE);
}

/**
 * @param {any} reader An inflater's snapshot, or a position alone.
 * @param {string} member
 * @throws {import('../storage/shape.js').ShapeFault | RangeError}
 */
export function checkReader(reader, member) {
  checkMembers(reader, `${member}.`, { position: COUNT });
  if (reader.window === undefined) return;
  checkMembers(reader, `${member}.`, SNAPSHOT);
  checkSnapshot(reader, reader.method ?? DEFLATED);
}

/** @param {unknown} value */
function isEncoding(value) {
  try {
    return new TextDecoder(/** @type {string} */ (value)).encoding === value;
  } catch {
    return false;
  }
}

/** @type {Record<string, Rule>} */
export const VERIFIED = { bytes: COUNT, crc32: CRC32 };
/** @type {Record<string, Rule>} */
export const DECRYPTION = {
  position: COUNT,
  header: BYTES,
  trailer: BYTES,
  ahead: BYTES,
  cipher: [isObject, 'an object'],
};
/** @type {Record<string, Rule>} */
const SNAPSHOT = {
  block: [value => value === null || isObject(value), 'a block, or null'],
  window: BYTES,
  method: optional([value => value === DEFLATED || value === DEFLATE64, 'a method']),
};
/** @type {Record<string, Rule>} */
const BLOCKS = {
  names: optional(list(isText, 'a list of names'), null),
  width: COUNT,
  position: COUNT,
  rest: BYTES,
  beyondAscii: optional(BYTES),
  footer: optional(list(isObject, 'a list of lines')),
};
/** @type {Record<string, Rule>} */
const LINE = { byte: COUNT, raw: BYTES };
/** @type {Rule} */
const ASCII = [value => Number.isInteger(value) && value > 0 && value < 0x80, 'a character of ASCII'];
/** @type {Rule} */
const SIGN = [value => isText(value) && value !== '' && value.length <= MAX_SIGN, 'a short text that is not empty'];
/** @type {Record<string, Rule>} */
export const DIALECT = {
  encoding: [isEncoding, 'an encoding'],
  delimiter: SIGN,
  quote: [value => ['"', "'", 'none'].includes(value), 'a quote'],
  escape: [value => ['double', 'backslash', 'loose'].includes(value), 'an escape'],
  spaces: BOOLEAN,
  lineEnds: list(value => ['lf', 'crlf', 'cr'].includes(value), 'a list of line ends'),
  skipLines: COUNT,
  headerRows: COUNT,
  footerLines: COUNT,
  comments: optional(SIGN, null),
  trailingDelimiter: BOOLEAN,
};
/** @type {Record<string, Rule>} */
const PLACE = { count: COUNT, record: COUNT, byte: COUNT };
/** @type {Record<string, Rule>} The code and the type are written as they are. */
const TALLY = {
  code: [value => isText(value) && /^csv\/[a-z0-9-]{1,40}$/.test(value), 'the code of a bad record'],
  fields: optional(COUNT, null),
  ...PLACE,
  field: optional(TEXT),
  type: optional([value => isText(value) && /^[a-z ]{1,40}$/.test(value), 'a type']),
};
/** @type {Record<string, Rule>} */
const BAD = {
  tallies: optional(list(isObject, 'a list of tallies')),
  repeats: optional(list(isObject, 'a list of tallies')),
  comments: optional([isObject, 'an object'], null),
  hasHead: optional(BOOLEAN),
  recordBytes: optional(COUNT),
  lineBytes: optional(COUNT),
  brokenAt: optional(COUNT),
  rest: optional(COUNT),
  fewest: optional(COUNT),
  short: optional(COUNT),
};
/** In characters. */
const MAX_SIGN = 100;
/** Of records without a header. Plans are made for each of them, so a greater number takes memory that nobody has. */
const MAX_WIDTH = 1_000_000;
