import { createHash } from 'node:crypto';

/** @import { SuspendedOutput } from '../destination/open.js' */
/** @import { EngineState } from '../engine/stage.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */

/**
 * Where a job stopped in the middle of an entry; with it any process goes on at the next byte. It holds raw bytes of the
 * entry, also of fields that the recipe drops.
 *
 * @typedef {object} Checkpoint
 * @property {{ uri: string, etag: string, versionId: string | null }} archive
 * @property {string} recipeSha256
 * @property {EntryOutcome} outcome The entry's, with what was counted so far.
 * @property {EngineState} engine
 * @property {SuspendedOutput} output
 * @property {SuspendedOutput | null} rejected
 */

/**
 * Plain data, with `Buffer`s in it, as bytes: a line that says what this is, the data as JSON with numbers in place of
 * the buffers, the buffers, and the SHA-256 of all that.
 *
 * @param {unknown} data
 * @returns {Buffer[]} To be written one after the other.
 */
export function encodeCheckpoint(data) {
  /** @type {Buffer[]} */
  const sections = [];
  /** @type {(this: any, key: string, value: unknown) => unknown} */
  const replace = function (key, value) {
    // Buffers come with their own ideas of JSON.
    const original = this[key];
    if (!(original instanceof Uint8Array)) return value;
    sections.push(Buffer.from(original.buffer, original.byteOffset, original.length));
    return { [SECTION]: sections.length - 1 };
  };
  const json = Buffer.from(JSON.stringify(data, replace));
  const lengths = [json, ...sections].map(({ length }) => length);
  const bytes = [Buffer.from(`${MAGIC}${JSON.stringify(lengths)}\n`), json, ...sections];
  return [...bytes, digestOf(bytes)];
}

/**
 * @param {Buffer} bytes
 * @returns {any} What was encoded, with views of the bytes for its buffers; null where they are damaged, or of another
 *   version.
 */
export function decodeCheckpoint(bytes) {
  const end = bytes.length - DIGEST_BYTES;
  const lineEnd = bytes.indexOf('\n', MAGIC.length);
  if (end < 0 || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC || lineEnd === -1) return null;
  if (!digestOf([bytes.subarray(0, end)]).equals(bytes.subarray(end))) return null;
  let start = lineEnd + 1;
  const [json, ...sections] = JSON.parse(bytes.toString('latin1', MAGIC.length, lineEnd)).map(
    (/** @type {number} */ length) => {
      start += length;
      return bytes.subarray(start - length, start);
    },
  );
  return JSON.parse(json.toString(), (_key, value) =>
    typeof value?.[SECTION] === 'number' ? sections[value[SECTION]] : value,
  );
}

/**
 * @param {Buffer} bytes A file's, or how it begins.
 * @returns {boolean} Whether it is a checkpoint, damaged or of another version perhaps.
 */
export function isCheckpoint(bytes) {
  return /^sluice checkpoint \d+\n/.test(bytes.toString('latin1', 0, 64));
}

/**
 * Whether two states are of one output, so that what is left of the one is needed for the other.
 *
 * @param {SuspendedOutput} one
 * @param {SuspendedOutput | null | undefined} other
 */
export function isSameOutput({ state }, other) {
  return KEPT_IN.every(key => state[key] === other?.state[key]);
}

/** @param {Buffer[]} bytes */
function digestOf(bytes) {
  const hash = createHash('sha256');
  for (const part of bytes) hash.update(part);
  return hash.digest();
}

const MAGIC = 'sluice checkpoint 1\n';
const SECTION = '$section';
/** What names the place, in S3 or in a folder, where an output is kept until it is published. */
const KEPT_IN = ['storage', 'uploadId', 'temporary'];
const DIGEST_BYTES = 32;
