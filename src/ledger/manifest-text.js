import { checkOutcome } from '../checkpoint/outcome-shape.js';
import { hasCodeOnly, withLaterMembers } from '../entry-outcome.js';
import { boundMessage } from '../errors.js';
import { DOCUMENT_BYTES } from '../memory/parsed-bytes.js';
import { keepHeapSmall } from '../memory/small-heap.js';
import { check, isObject, isShallow, isText, ShapeFault } from '../storage/shape.js';
import { Turns } from '../streams/turns.js';
import { OUTDATED } from './format-manifest.js';
import { completeTotals } from './manifest.js';
import { linesOf, MAX_ENTRIES_LENGTH, MAX_LENGTH, tooLong } from './manifest-lines.js';
import { ManifestLists, OUTDATED_LIST } from './manifest-lists.js';
import { ManifestMemory } from './manifest-memory.js';
import { checkHead, checkOutdated, isMeantAsManifest, withoutDamagedTurns } from './manifest-shape.js';
import { Outcomes } from './outcomes.js';
import { unlistedOf } from './totals.js';

/** @import { Manifest } from './manifest.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { Addresses } from '../output-paths.js' */

/**
 * A manifest as it is read, with its entries in columns.
 *
 * @typedef {Omit<Manifest, 'entries'> & { entries: Outcomes }} StoredManifest
 */

/**
 * Reads a manifest, its entries and outdated paths one by one: from lines of their own, or from any other JSON once all of it is there.
 *
 * @param {AsyncIterable<Buffer>} chunks
 * @param {Addresses} addresses
 * @param {string} outputFolder
 * @param {number} [maxBytes] How much memory it may take.
 * @returns {Promise<StoredManifest | ShapeFault | null>} null for anything that is not meant as one. A fault is returned and not
 *   thrown: nothing was wrong with reading it.
 * @throws {LimitError} `limit/manifest`
 */
export async function parseManifest(chunks, addresses, outputFolder, maxBytes = DOCUMENT_BYTES) {
  const entries = new Outcomes(addresses);
  const memory = new ManifestMemory(entries, maxBytes);
  /** @type {ShapeFault | null} */
  let fault = null;
  /** @param {() => void} act */
  const noteFault = act => {
    try {
      if (fault === null) act();
    } catch (error) {
      if (!(error instanceof ShapeFault)) throw error;
      fault = error;
    }
  };
  const push = (/** @type {any} */ value) => noteFault(() => entries.push(toOutcome(value, outputFolder)));
  let rest = '';
  let length = 0;
  /** @type {string[]} */
  const outdated = [];
  let isInOutdated = false;
  try {
    for await (const line of linesOf(chunks, maxBytes)) {
      length += line.length;
      if (line.toString('latin1', 0, ENTRY.length) === ENTRY) {
        // An entry has a name and describes at most a hundred bad records.
        if (line.length > MAX_ENTRY_LENGTH) throw tooLong();
        memory.beforeEntry(line);
        push(JSON.parse(line.toString().trim().replace(/,$/, '')));
        if (fault === null) memory.addEntry(line);
      } else {
        memory.add(line);
        const path = isInOutdated ? pathOn(line) : null;
        if (path !== null) outdated.push(path);
        else {
          // The last path, too: so that JSON.parse() sees whether a comma is missing or too many.
          rest += line;
          isInOutdated = line.toString('latin1', 0, OUTDATED.length) === `${OUTDATED.slice(1)}\n`;
        }
      }
      if (entries.length === MANY_ENTRIES) keepHeapSmall();
      if (rest.length > MAX_LENGTH || length > MAX_ENTRIES_LENGTH) throw tooLong();
    }
    const turns = new Turns();
    const lists = new ManifestLists(rest);
    let others = 0;
    for await (const { list, item } of lists.items()) {
      await turns.before(item.length + (list === OUTDATED_LIST ? WORK_OF_A_PATH : WORK_OF_AN_ENTRY));
      const value = JSON.parse(item);
      if (list !== OUTDATED_LIST) push(value);
      else {
        others += 1;
        noteFault(() => check(value, 'outdated', isText, 'a list of paths'));
        if (fault === null) outdated.push(value);
      }
    }
    const value = JSON.parse(lists.beside);
    if (!isMeantAsManifest(value)) return null;
    if (Array.isArray(value.outdated)) {
      if (others === 0 && outdated.length > 0) return null;
      value.outdated = outdated.concat(value.outdated);
    }
    noteFault(() => {
      const members = Object.values({ ...value, entries: null });
      check(
        'nested very deeply',
        'what it says',
        () => members.every(each => isShallow(each, MAX_DEPTH)),
        'nested a little',
      );
      checkHead(value);
    });
    for (const path of fault === null ? (value.outdated ?? []) : []) {
      await turns.before(WORK_OF_A_PATH);
      noteFault(() => checkOutdated(path, outputFolder));
    }
    for (const outcome of Array.isArray(value.entries) ? value.entries : []) {
      await turns.before(WORK_OF_AN_ENTRY);
      push(outcome);
    }
    if (fault === null) entries.unlisted = unlistedOf(value.totals, entries);
    return (
      fault ?? {
        .../** @type {any} */ (withoutDamagedTurns(value)),
        error: boundedError(value.error ?? null),
        entries,
        totals: completeTotals(value.totals, entries),
      }
    );
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * @param {any} value
 * @param {string} outputFolder
 * @returns {EntryOutcome}
 * @throws {ShapeFault} For anything else.
 */
function toOutcome(value, outputFolder) {
  check('nested very deeply', 'entries[]', () => isShallow(value), 'an object of counts and texts');
  const outcome = isObject(value) && hasCodeOnly(value) ? withLaterMembers(value) : value;
  checkOutcome(outcome, outputFolder, 'entries[]');
  const { output = null, rejected = null, badRecords = [], error = null } = outcome;
  return withLaterMembers({
    ...outcome,
    ...{ output, rejected, badRecords: badRecords.slice(0, MAX_DESCRIBED), error: boundedError(error) },
  });
}

/**
 * @param {any} error Of the right shape. Somebody else may have written it, and earlier versions wrote messages of any length.
 * @returns {any}
 */
function boundedError(error) {
  if (error == null) return error;
  const { message, problems } = error;
  const first = problems?.slice(0, MAX_PROBLEMS).map((/** @type {any} */ { code, message: text }) => ({
    ...{ code, message: boundMessage(text) },
  }));
  return { ...error, message: boundMessage(message), ...(first && { problems: first }) };
}

/**
 * @param {Buffer} line
 * @returns {string | null} The path, if the line is nothing but one with a comma behind it, as jobs write it.
 */
function pathOn(line) {
  if (line.toString('latin1', 0, PATH_START.length) !== PATH_START) return null;
  if (line.toString('latin1', line.length - PATH_END.length) !== PATH_END) return null;
  try {
    return JSON.parse(line.toString('utf8', PATH_START.length - 1, line.length - PATH_END.length + 1));
  } catch {
    return null;
  }
}

const ENTRY = '    {"path":';
const PATH_START = '    "';
const PATH_END = '",\n';
/** Of what is written with two spaces a level. */
const MAX_DEPTH = 8;
/** Of a recipe. */
const MAX_PROBLEMS = 100;
/** Of an entry's bad records; fewer are described. */
const MAX_DESCRIBED = 1000;
// To check them takes as long as to look at so many characters.
const WORK_OF_A_PATH = 128;
const WORK_OF_AN_ENTRY = 1024;
// With fewer, collecting garbage more often is not worth it.
const MANY_ENTRIES = 1_000;
const MAX_ENTRY_LENGTH = 1024 * 1024;
