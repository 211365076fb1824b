import { isEntryPath } from '../archive/entry-path.js';
import { CHECKERS } from '../columns/column-types.js';
import { checkContainer } from '../container/state-shape.js';
import { isStaged } from '../destination/database/is-staged.js';
import { checkEngineState } from '../engine/state-shape.js';
import {
  BOOLEAN,
  BYTES,
  COUNT,
  check,
  checkMembers,
  isObject,
  isShallow,
  isText,
  list,
  optional,
  ShapeFault,
  TEXT,
} from '../storage/shape.js';
import { decodeCheckpoint } from './checkpoint.js';
import { checkOutcome } from './outcome-shape.js';
import { SEALED } from './sealed-shape.js';

/** @import { Rule } from '../storage/shape.js' */
/** @import { StoredCheckpoint } from './checkpoint.js' */

/*
 * A checkpoint is input, as a manifest is: its digest has no key, so whoever may write below the destination may write one. Its
 * path, upload ids and names of tables say what is removed, its numbers what is read and written from where. So each member has
 * to be what a job writes. One that is not is treated as a damaged one: it is removed, and nothing that it names is touched.
 */

/**
 * Reads a checkpoint of an archive.
 *
 * @param {Buffer} bytes
 * @param {string} outputFolder The archive's.
 * @returns {StoredCheckpoint | null} Null if they are damaged, of another version of the format, or say what no job can have
 *   written.
 */
export function readCheckpoint(bytes, outputFolder) {
  const found = decodeCheckpoint(bytes);
  return found !== null && isShallow(found) && isGenuine(found, outputFolder) ? found : null;
}

/**
 * @param {any} value
 * @param {string} outputFolder
 */
function isGenuine(value, outputFolder) {
  try {
    checkMembers(value, 'checkpoint.', HEAD);
    checkMembers(value.archive, 'archive.', ARCHIVE);
    if ('sealed' in value) checkSealed(value);
    else checkOpen(value, outputFolder);
    return true;
  } catch (error) {
    if (error instanceof ShapeFault || error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * @param {any} value What can be read of a sealed checkpoint: it only leads to what is to be discarded.
 * @throws {ShapeFault}
 */
function checkSealed(value) {
  checkMembers(value.sealed, 'sealed.', SEALED);
  if (value.outcome !== undefined) {
    const isPath = (/** @type {unknown} */ path) => isText(path) && isEntryPath(/** @type {string} */ (path));
    check(value.outcome?.path, 'outcome.path', isPath, 'a name that an entry with outputs can have');
    checkOutputs(value);
  }
  if (value.load !== undefined) check(value.load?.staged, 'load.staged', isStaged, 'the name of a staging table');
}

/**
 * @param {any} value
 * @param {string} outputFolder
 * @throws {ShapeFault | RangeError}
 */
function checkOpen(value, outputFolder) {
  if (value.outcome !== undefined) {
    checkOutcome(value.outcome, outputFolder, 'outcome');
    check(value.outcome.status, 'outcome.status', status => status === 'pending', '"pending"');
    check(value.outcome.error ?? null, 'outcome.error', error => error === null, 'null');
    check(value.outcome.badRecords ?? [], 'outcome.badRecords', ...DESCRIBED);
    checkEngineState(value.engine, 'engine');
    checkOutputs(value);
  }
  if (value.load !== undefined) checkLoad(value.load, outputFolder);
  if (value.container !== undefined) checkContainer(value.container, 'container');
}

/** @param {any} value */
function checkOutputs({ output, rejected, reasons }) {
  checkMembers(output, 'output.', SUSPENDED);
  for (const [name, side] of Object.entries({ output, rejected, reasons })) {
    if (side == null) continue;
    checkMembers(side, `${name}.`, SUSPENDED);
    checkMembers(side.state, `${name}.state.`, STATE);
  }
}

/**
 * @param {any} load
 * @param {string} outputFolder
 */
function checkLoad(load, outputFolder) {
  checkMembers(load, 'load.', LOAD);
  checkMembers(load.table, 'load.table.', { schema: optional(TEXT, null), name: TEXT });
  const { staged, outcomes } = load;
  check(staged, 'load.staged', isStaged, 'the name of a staging table');
  checkMembers(staged, 'load.staged.', STAGED);
  check(staged.kept, 'load.staged.kept', kept => kept === outcomes.length, 'the number of outcomes');
  for (const shape of staged.shapes) {
    for (const column of shape) checkMembers(column, 'load.staged.shapes[][].', COLUMN);
  }
  const isShape = (/** @type {number} */ each) => Number.isInteger(each) && each >= -1 && each < staged.shapes.length;
  const areShapes = (/** @type {any} */ each) => list(isShape, '')[0](each) && each.length <= staged.kept + 1;
  check(staged.entryShapes, 'load.staged.entryShapes', areShapes, 'a list of numbers of shapes');
  for (const outcome of outcomes) checkOutcome(outcome, outputFolder, 'load.outcomes[]');
}

/** @param {unknown} value S3 does not say what its ids are made of; they travel in queries. */
function isUploadId(value) {
  return isText(value) && /^[!-~]{1,1024}$/.test(/** @type {string} */ (value));
}

/** @type {Record<string, Rule>} */
const HEAD = {
  archive: [isObject, 'an object'],
  recipeSha256: TEXT,
  hashKeyFingerprint: optional(TEXT),
};
/** @type {Record<string, Rule>} */
const ARCHIVE = { uri: TEXT, etag: TEXT, versionId: optional(TEXT, null) };
/** @type {Record<string, Rule>} */
const SUSPENDED = { state: [isObject, 'an object'], rest: BYTES };
/** What identifies an output. The rest of its state is checked by the destination, before it goes on with it. @type {Record<string, Rule>} */
const STATE = {
  storage: TEXT,
  uploadId: optional([isUploadId, 'the id of an upload'], null),
  temporary: optional([value => isText(value) && /^\.[0-9a-f]{24}\.sluice-part$/.test(value), 'a temporary name']),
};
/** @type {Record<string, Rule>} */
const LOAD = {
  table: [isObject, 'an object'],
  staged: [isObject, 'an object'],
  outcomes: list(isObject, 'a list of objects'),
  isInEntry: BOOLEAN,
};
/** @type {Record<string, Rule>} */
const STAGED = {
  turns: list(value => Number.isInteger(value) && value > 0 && value < 2 ** 31, 'a list of numbers of turns'),
  rows: COUNT,
  kept: COUNT,
  shapes: list(shape => Array.isArray(shape) && shape.every(isObject), 'a list of lists of columns'),
};
const TYPES = ['text', ...Object.keys(CHECKERS)];
/** @type {Rule} */
const DESCRIBED = [value => value.length <= MAX_DESCRIBED, 'a few records'];
/** @type {Record<string, Rule>} */
const COLUMN = {
  name: [value => isText(value) && !value.includes('\0'), 'a name'],
  type: [value => TYPES.includes(value), 'a type'],
  nullAs: [value => ['empty', 'none', 'unquoted'].includes(value), 'what stands for NULL'],
  isKey: BOOLEAN,
};
/** Of one entry's bad records; fewer are described. */
const MAX_DESCRIBED = 1000;
