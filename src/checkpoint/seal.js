import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { releaseWhole } from '../memory/chunk-memory.js';
import { encodeCheckpoint, identifyingOf, isOfEntry } from './checkpoint.js';
import { readCheckpoint } from './checkpoint-shape.js';
import { NONCE_BYTES, SALT_BYTES, TAG_BYTES } from './sealed-shape.js';

/** @import { SuspendedOutput } from '../destination/open.js' */
/** @import { Checkpoint, CheckpointIdentity, StoredCheckpoint } from './checkpoint.js' */

/**
 * A checkpoint of an encrypted entry, or of an archive in which one was opened as an archive. What is needed to find its job and
 * to remove what its outputs left behind can be read; all of it is encrypted by AES-256-GCM, with a key that comes from the
 * archive's password. Nobody who lacks the password learns more from it than from the archive.
 *
 * @typedef {CheckpointIdentity & Partial<ClearOutputs> & { load?: { staged: { id: string, name: string } },
 *   sealed: { salt: Buffer, nonce: Buffer, tag: Buffer, pieces: Buffer[] } }} SealedCheckpoint
 *
 * @typedef {object} ClearOutputs
 * @property {Pick<Checkpoint['outcome'], 'path' | 'crc32' | 'action'>} outcome
 * @property {SuspendedOutput} output
 * @property {SuspendedOutput | null} rejected
 * @property {SuspendedOutput | null} reasons
 */

/**
 * Encrypts a checkpoint's bytes where they are: they may be several parts of an upload, and a copy would not fit into a small
 * function's memory.
 *
 * @param {StoredCheckpoint} checkpoint Its buffers are unusable afterwards.
 * @param {Buffer} password
 * @returns {Promise<SealedCheckpoint>}
 */
export async function sealCheckpoint(checkpoint, password) {
  const clear = clearPartOf(checkpoint);
  const pieces = encodeCheckpoint(checkpoint);
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv(CIPHER, await keyOf(password, salt), nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(clear)));
  for (const piece of pieces) inPlace(piece, slice => cipher.update(slice));
  cipher.final();
  return { ...clear, sealed: { salt, nonce, tag: cipher.getAuthTag(), pieces } };
}

/**
 * The opposite of `sealCheckpoint`. It too decrypts the bytes where they are.
 *
 * @param {SealedCheckpoint} checkpoint As decoded: its pieces follow each other in one buffer.
 * @param {Buffer} password
 * @param {string} outputFolder The archive's.
 * @returns {Promise<StoredCheckpoint | null>} Null if it was sealed with another password, or changed; then nothing is changed.
 */
export async function openSealed({ sealed, ...clear }, password, outputFolder) {
  const { salt, nonce, tag, pieces } = sealed;
  if (pieces.length === 0) return null;
  const key = await keyOf(password, salt);
  const begin = () =>
    createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(JSON.stringify(clear)))
      .setAuthTag(tag);
  const [first] = pieces;
  const length = pieces.reduce((total, piece) => total + piece.length, 0);
  const bytes = Buffer.from(first.buffer, first.byteOffset, length);
  try {
    // Nothing is used, or overwritten, before all of it is known to be genuine.
    const judge = begin();
    for (const slice of slicesOf(bytes)) releaseWhole(judge.update(slice));
    judge.final();
  } catch {
    return null;
  }
  const decipher = begin();
  inPlace(bytes, slice => decipher.update(slice));
  return readCheckpoint(bytes, outputFolder);
}

/**
 * @param {StoredCheckpoint} checkpoint
 * @returns {Omit<SealedCheckpoint, 'sealed'>}
 */
function clearPartOf(checkpoint) {
  const { archive, recipeSha256, hashKeyFingerprint, load } = checkpoint;
  return {
    archive,
    recipeSha256,
    ...(hashKeyFingerprint !== undefined && { hashKeyFingerprint }),
    ...(isOfEntry(checkpoint) && clearOutputs(checkpoint)),
    ...(load !== undefined && { load: { staged: { id: load.staged.id, name: load.staged.name } } }),
  };
}

/**
 * @param {Checkpoint} checkpoint
 * @returns {ClearOutputs}
 */
function clearOutputs({ outcome: { path, crc32, action }, output, rejected, reasons }) {
  return {
    outcome: { path, crc32, action },
    output: identifyingOf(output),
    rejected: rejected && identifyingOf(rejected),
    reasons: reasons ? identifyingOf(reasons) : null,
  };
}

/**
 * @param {Buffer} password
 * @param {Buffer} salt
 */
function keyOf(password, salt) {
  return promisify(pbkdf2)(password, salt, ROUNDS, KEY_BYTES, 'sha256');
}

/**
 * @param {Buffer} bytes
 * @param {(slice: Buffer) => Buffer} change Returns as many bytes.
 */
function inPlace(bytes, change) {
  for (const slice of slicesOf(bytes)) {
    const changed = change(slice);
    changed.copy(slice);
    releaseWhole(changed);
  }
}

/** @param {Buffer} bytes */
function* slicesOf(bytes) {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) yield bytes.subarray(start, start + SLICE_BYTES);
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** A hundred times what WinZip AES has. It takes 30 ms on a whole processor, and half a second in the smallest function. */
const ROUNDS = 100_000;
const SLICE_BYTES = 64 * 1024;
