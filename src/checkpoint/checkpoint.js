import { createHash } from 'node:crypto';
import { DOCUMENT_BYTES, parsedBytes } from '../memory/parsed-bytes.js';
import { SECTION, withSections } from './sections.js';

/** @import { ContainerState } from '../container/open-container.js' */
/** @import { StagedRows } from '../destination/database/staging-table.js' */
/** @import { SuspendedOutput } from '../destination/open.js' */
/** @import { EngineState } from '../engine/stage.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */

/**
 * All that another process needs to resume an entry at its next byte. It holds raw bytes of the entry, also of fields that
 * the recipe drops.
 *
 * @typedef {{ outcome: EntryOutcome, engine: EngineState } & SuspendedOutputs} Suspended `outcome`: with what was counted so
 *   far.
 *
 * @typedef {object} SuspendedOutputs
 * @property {SuspendedOutput} output
 * @property {SuspendedOutput | null} rejected
 * @property {SuspendedOutput | null} [reasons] Absent from checkpoints of versions that did not write any.
 */

/**
 * A suspended entry, and the job that it belongs to.
 *
 * @typedef {Suspended & CheckpointIdentity} Checkpoint
 *
 * What is written: such an entry, or none of its members; what is known of the archive, if that is worth keeping; and a table's
 * load that is at work, to which the entry belongs then.
 *
 * @typedef {(Checkpoint | Partial<Record<keyof Suspended, undefined>> & CheckpointIdentity) & { container?: ContainerState,
 *   load?: SuspendedLoad }} StoredCheckpoint
 *
 * A table whose rows are loaded over several turns.
 *
 * @typedef {object} SuspendedLoad
 * @property {{ schema: string | null, name: string }} table As the recipe names it.
 * @property {StagedRows} staged
 * @property {EntryOutcome[]} outcomes Of the entries whose rows are there as a whole, in their order.
 * @property {boolean} isInEntry Whether the next one was suspended in its middle.
 *
 * @typedef {object} CheckpointIdentity
 * @property {{ uri: string, etag: string, versionId: string | null }} archive
 * @property {string} recipeSha256
 * @property {string} [hashKeyFingerprint] Only if the recipe needs a hash key. The key itself is nowhere.
 */

/**
 * Encodes plain data that holds `Buffer`s: a line with the format's name and version, a line with the lengths of what
 * follows, the data as JSON with a number in place of each buffer, the buffers, and the SHA-256 of all that.
 *
 * @param {unknown} data
 * @returns {Buffer[]} To be written one after the other.
 */
export function encodeCheckpoint(data) {
  /** @type {Buffer[]} */
  const sections = [];
  /** @type {(member: unknown) => unknown} */
  const numbered = member => {
    if (!(member instanceof Uint8Array)) return member;
    sections.push(Buffer.from(member.buffer, member.byteOffset, member.length));
    return { [SECTION]: sections.length - 1 };
  };
  // Replaces buffers one level above: when it comes to a buffer itself, JSON.stringify has made an array of numbers of it.
  const json = Buffer.from(JSON.stringify(numbered(data), (_key, value) => withMembers(value, numbered)));
  const lengths = [json, ...sections].map(({ length }) => length);
  const bytes = [Buffer.from(`${MAGIC}${JSON.stringify(lengths)}\n`), json, ...sections];
  return [...bytes, digestOf(bytes)];
}

/**
 * @param {Buffer} bytes
 * @param {number} [maxParsedBytes] How much memory its JSON may take: no job could have held more.
 * @returns {any} What was encoded, with views of the bytes as its buffers; null if they are damaged, or of another version of
 *   the format.
 */
export function decodeCheckpoint(bytes, maxParsedBytes = DOCUMENT_BYTES) {
  const end = bytes.length - DIGEST_BYTES;
  const lineEnd = bytes.indexOf('\n', MAGIC.length);
  if (declaredBytes(bytes) !== bytes.length) return null;
  if (!digestOf([bytes.subarray(0, end)]).equals(bytes.subarray(end))) return null;
  let sum = lineEnd + 1;
  const ends = lengthsIn(bytes, lineEnd).map(length => {
    sum += length;
    return sum;
  });
  const json = bytes.subarray(lineEnd + 1, ends[0]);
  const sectionOf = (/** @type {number} */ number) => {
    const [from, to] = [ends[number], ends[number + 1]];
    return from === undefined || to === undefined ? undefined : bytes.subarray(from, to);
  };
  // A checkpoint with long sections leaves less for it, though always something: what an entry needs is short.
  if (parsedBytes(json) > Math.max(maxParsedBytes - bytes.length, maxParsedBytes / 8)) return null;
  try {
    return withSections(JSON.parse(json.toString()), sectionOf);
  } catch {
    // Its digest is right, so somebody wrote it like that.
    return null;
  }
}

/**
 * @param {Buffer} bytes Of a checkpoint, at least its beginning.
 * @returns {number | null} The length of the whole checkpoint, which its second line declares. Null if that line is cut off; 0 if
 *   the checkpoint has another version of the format, or its second line declares no length.
 */
export function declaredBytes(bytes) {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return 0;
  const lineEnd = bytes.indexOf('\n', MAGIC.length);
  if (lineEnd === -1) return null;
  const lengths = lengthsIn(bytes, lineEnd);
  const total = lengths.reduce((sum, length) => sum + length, lineEnd + 1 + DIGEST_BYTES);
  return lengths.length > 0 && Number.isSafeInteger(total) ? total : 0;
}

/**
 * @param {Buffer} bytes
 * @param {number} lineEnd Where the second line ends.
 * @returns {number[]} The lengths of what follows; none if the line is something else.
 */
function lengthsIn(bytes, lineEnd) {
  const line = bytes.toString('latin1', MAGIC.length, lineEnd);
  return LENGTHS.test(line) ? JSON.parse(line) : [];
}

/**
 * Copies plain data that was decoded, so that it does not keep all bytes of the checkpoint in memory.
 *
 * @template Data
 * @param {Data} data
 * @returns {Data}
 */
export function withOwnBytes(data) {
  if (data instanceof Uint8Array) return /** @type {any} */ (Buffer.from(data));
  return /** @type {any} */ (withMembers(data, withOwnBytes));
}

/**
 * @param {unknown} value
 * @param {(member: unknown) => unknown} change
 * @returns {unknown} A copy of a list or an object with its members changed; anything else as it is.
 */
function withMembers(value, change) {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member)]));
}

/**
 * @param {Buffer} bytes A file's, or its first 64.
 * @returns {boolean} Whether it is a checkpoint, possibly damaged or of another version of the format.
 */
export function isCheckpoint(bytes) {
  return /^sluice checkpoint \d+\n/.test(bytes.toString('latin1', 0, 64));
}

/**
 * @param {StoredCheckpoint} stored
 * @returns {stored is Checkpoint & { container?: ContainerState }} Whether an entry was suspended, rather than the listing of
 *   the archive.
 */
export function isOfEntry(stored) {
  return stored.outcome !== undefined;
}

/**
 * Whether two states are of one output, so that discarding the one would lose the other.
 *
 * @param {SuspendedOutput} one
 * @param {SuspendedOutput | null | undefined} other
 */
export function isSameOutput({ state }, other) {
  return IDENTIFYING.every(key => state[key] === other?.state[key]);
}

/**
 * @param {SuspendedOutput} output
 * @returns {SuspendedOutput} With what is needed to discard it, and nothing else.
 */
export function identifyingOf({ state }) {
  return { state: Object.fromEntries(IDENTIFYING.map(key => [key, state[key]])), rest: EMPTY };
}

/**
 * Drops the bytes of a checkpoint, up to three parts of an upload, once the outputs and the engine have taken them over.
 *
 * @param {Checkpoint} checkpoint
 */
export function dropBytes(checkpoint) {
  checkpoint.engine = NO_ENGINE;
  checkpoint.output.rest = EMPTY;
  if (checkpoint.rejected) checkpoint.rejected.rest = EMPTY;
  if (checkpoint.reasons) checkpoint.reasons.rest = EMPTY;
}

/** @param {Buffer[]} bytes */
function digestOf(bytes) {
  const hash = createHash('sha256');
  for (const part of bytes) hash.update(part);
  return hash.digest();
}

const MAGIC = 'sluice checkpoint 1\n';
const LENGTHS = /^\[(?:0|[1-9]\d{0,15})(?:,(?:0|[1-9]\d{0,15}))*\]$/;
/** What identifies an unpublished output, in S3 or in a folder. */
const IDENTIFYING = ['storage', 'uploadId', 'temporary'];
const DIGEST_BYTES = 32;
const EMPTY = Buffer.alloc(0);
/** @type {EngineState} */
const NO_ENGINE = { reader: { position: 0 }, verified: { bytes: 0, crc32: 0 }, blocks: null };
