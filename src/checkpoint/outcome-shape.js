import { isEntryPath } from '../archive/entry-path.js';
import { isTableUri } from '../destination/database/table-uri.js';
import { DIALECT } from '../engine/state-shape.js';
import { ACTIONS, STATUSES } from '../entry-outcome.js';
import { outputPath, reasonsPath, rejectedPath } from '../output-paths.js';
import { CHARSET, COUNT, check, checkMembers, isObject, isText, list, optional, TEXT } from '../storage/shape.js';

/** @import { Rule } from '../storage/shape.js' */

/* The shape of an entry's outcome, as manifests and checkpoints hold it. */

/**
 * @param {any} value An entry's outcome.
 * @param {string} outputFolder The archive's.
 * @param {string} member Where it stands in the document.
 * @throws {import('../storage/shape.js').ShapeFault}
 */
export function checkOutcome(value, outputFolder, member) {
  checkMembers(value, `${member}.`, OUTCOME);
  for (const [group, names] of Object.entries(COUNTS)) {
    const isNeeded = group === 'records' || group === 'phones';
    if (value[group] === undefined && !isNeeded) continue;
    check(value[group], `${member}.${group}`, isObject, 'an object');
    for (const name of names) {
      // Skipped lines were not counted at first.
      const isMissing = name === 'skipped' && value[group][name] === undefined;
      if (!isMissing) check(value[group][name], `${member}.${group}.${name}`, ...COUNT);
    }
  }
  if (value.dialect) checkMembers(value.dialect, `${member}.dialect.`, WRITTEN_DIALECT);
  if (value.notUtf8 !== undefined) checkMembers(value.notUtf8, `${member}.notUtf8.`, NOT_UTF_8);
  for (const bad of value.badRecords ?? []) checkMembers(bad, `${member}.badRecords[].`, BAD_RECORD);
  if (value.error) checkError(value.error, `${member}.error`);
  checkAddresses(value, outputFolder, member);
}

/**
 * Addresses are made anew from the path: a destination may be moved. Only an entry that can have had outputs may name any.
 *
 * @param {any} outcome
 * @param {string} outputFolder
 * @param {string} member
 */
function checkAddresses({ path, status, output = null, rejected = null, reasons = null }, outputFolder, member) {
  const isPublishable = isEntryPath(path);
  const isPending = status === 'pending';
  check(path, `${member}.path`, () => isPublishable || !isPending, 'a name that an entry with outputs can have');
  for (const [name, address, pathOf] of /** @type {const} */ ([
    ['output', output, outputPath],
    ['rejected', rejected, rejectedPath],
    ['reasons', reasons, reasonsPath],
  ])) {
    const isTable = name === 'output' && isTableUri(address);
    const isFitting = () =>
      address === null || (isPublishable && (isTable || address.endsWith(`/${pathOf(outputFolder, path)}`)));
    check(address, `${member}.${name}`, isFitting, 'null, or the address of what the entry can have there');
  }
}

/**
 * @param {any} error
 * @param {string} member
 * @throws {import('../storage/shape.js').ShapeFault}
 */
export function checkError(error, member) {
  checkMembers(error, `${member}.`, ERROR);
  for (const problem of error.problems ?? [])
    checkMembers(problem, `${member}.problems[].`, { code: CODE, message: TEXT });
}

/** @type {Record<string, Rule>} */
const OUTCOME = {
  path: TEXT,
  action: [value => ACTIONS.includes(value), 'an action'],
  status: [value => STATUSES.includes(value), 'the status of an entry'],
  output: optional(TEXT, null),
  rejected: optional(TEXT, null),
  reasons: optional(TEXT, null),
  bytesIn: COUNT,
  bytesOut: COUNT,
  crc32: [
    value => value === null || (isText(value) && /^[0-9a-f]{8}$/.test(value)),
    'eight hexadecimal digits, or null',
  ],
  badRecords: optional(list(isObject, 'a list of objects')),
  dialect: optional([isObject, 'an object'], null),
  missing: optional(list(isText, 'a list of names')),
  repeatedKeys: optional(COUNT),
  takenByTriggers: optional(COUNT),
  notUtf8: optional([isObject, 'an object']),
  error: optional([isObject, 'an object'], null),
};
/** Versions may add members to it. @type {Record<string, Rule>} */
const WRITTEN_DIALECT = {
  ...Object.fromEntries(Object.entries(DIALECT).map(([name, rule]) => [name, optional(rule)])),
  encoding: DIALECT.encoding,
  delimiter: DIALECT.delimiter,
  quote: DIALECT.quote,
  lineEnds: DIALECT.lineEnds,
};
const COUNTS = {
  records: ['read', 'written', 'filtered', 'bad', 'skipped'],
  phones: ['formatted', 'unparsed'],
  dates: ['formatted', 'unparsed'],
  where: ['unparsed'],
};
/** @type {Record<string, Rule>} */
const NOT_UTF_8 = { values: COUNT, encoding: optional(CHARSET, null) };
/** It is logged. @type {Rule} */
const CODE = [value => isText(value) && /^[a-z][a-z0-9/-]{0,99}$/.test(value), 'the code of an error'];
/** @type {Record<string, Rule>} */
const BAD_RECORD = { record: COUNT, byte: COUNT, code: CODE };
/** @type {Record<string, Rule>} */
const ERROR = {
  code: CODE,
  message: TEXT,
  record: optional(COUNT),
  byte: optional(COUNT),
  problems: optional(list(isObject, 'a list of problems')),
};
