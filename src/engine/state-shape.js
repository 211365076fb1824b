import { DEFLATED } from '../archive/entry.js';
import { COUNT, check, checkMembers, isObject, isText, list, optional, TEXT } from '../storage/shape.js';
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
  check(
    blocks.width,
    `${member}.blocks.width`,
    width => width <= (blocks.names?.length ?? MAX_WIDTH) + 1,
    'a number of fields',
  );
  if (blocks.dialect !== undefined) checkMembers(blocks.dialect, `${member}.blocks.dialect.`, DIALECT);
  if (blocks.bad === undefined) return;
  const tallies = blocks.bad?.tallies ?? [];
  check(tallies, `${member}.blocks.bad.tallies`, list(isObject, '')[0], 'a list of objects');
  for (const tally of tallies) checkMembers(tally, `${member}.blocks.bad.tallies[].`, TALLY);
  if (blocks.bad?.comments) checkMembers(blocks.bad.comments, `${member}.blocks.bad.comments.`, PLACE);
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
function isBytes(value) {
  return value instanceof Uint8Array;
}

/** @param {any} value */
function isCrc32(value) {
  return Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
}

/** @param {unknown} value */
function isBoolean(value) {
  return typeof value === 'boolean';
}

/** @type {Rule} */
const BYTES = [isBytes, 'bytes'];
/** @type {Record<string, Rule>} */
export const VERIFIED = { bytes: COUNT, crc32: [isCrc32, 'a CRC-32'] };
/** @type {Record<string, Rule>} */
export const DECRYPTION = {
  position: COUNT,
  header: BYTES,
  trailer: BYTES,
  ahead: BYTES,
  cipher: [isObject, 'an object'],
};
/** @type {Record<string, Rule>} */
const SNAPSHOT = { block: [value => value === null || isObject(value), 'a block, or null'], window: BYTES };
/** @type {Record<string, Rule>} */
const BLOCKS = {
  names: optional(list(isText, 'a list of names'), null),
  width: COUNT,
  position: COUNT,
  rest: BYTES,
};
/** @type {Record<string, Rule>} */
const DIALECT = {
  encoding: TEXT,
  delimiter: [value => isText(value) && value !== '', 'a delimiter'],
  quote: [value => ['"', "'", 'none'].includes(value), 'a quote'],
  escape: [value => ['double', 'backslash', 'loose'].includes(value), 'an escape'],
  spaces: [isBoolean, 'true or false'],
  lineEnds: list(value => ['lf', 'crlf', 'cr'].includes(value), 'a list of line ends'),
  skipLines: COUNT,
  headerRows: COUNT,
  footerLines: COUNT,
  comments: optional(TEXT, null),
  trailingDelimiter: [isBoolean, 'true or false'],
};
/** @type {Record<string, Rule>} */
const PLACE = { count: COUNT, record: COUNT, byte: COUNT };
/** @type {Record<string, Rule>} */
const TALLY = { code: TEXT, fields: optional(COUNT, null), ...PLACE, field: optional(TEXT), type: optional(TEXT) };
/** Of records without a header. Plans are made for each of them, so a greater number takes memory that nobody has. */
const MAX_WIDTH = 1_000_000;
