import { setImmediate as turn } from 'node:timers/promises';
import { encodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { pendingOutcome } from '../../src/entry-outcome.js';

/** @import { Checkpoint } from '../../src/checkpoint/checkpoint.js' */

export const SOURCE = { uri: 's3://in/x.zip', etag: 'etag', versionId: 'version 1', outputFolder: 'x' };
export const OLDER = { ...SOURCE, versionId: 'version 0' };

/**
 * @param {object} [what]
 * @param {string} [what.path]
 * @param {string} [what.upload]
 * @param {string} [what.rejected]
 * @param {string} [what.reasons]
 * @param {typeof SOURCE} [what.source]
 * @returns {Checkpoint}
 */
export function checkpointOf({ path = 'a.csv', upload = 'one', rejected, reasons, source = SOURCE } = {}) {
  const { uri, etag, versionId } = source;
  const outputOf = (/** @type {string} */ uploadId) => ({ state: { storage: 's3', uploadId }, rest: Buffer.of(1) });
  return /** @type {any} */ ({
    archive: { uri, etag, versionId },
    recipeSha256: 'recipe',
    outcome: pendingOutcome(/** @type {any} */ ({ name: path, crc32: 7 }), 'csv'),
    engine: { reader: { position: 0 }, verified: { bytes: 0, crc32: 0 }, blocks: null },
    output: outputOf(upload),
    rejected: rejected ? outputOf(rejected) : null,
    // As in a checkpoint of an older version, there may be no such member.
    ...(reasons && { reasons: outputOf(reasons) }),
  });
}

/**
 * @param {Checkpoint | Buffer | null} there
 * @param {(act: string) => void} [onAct] May throw.
 */
export async function begin(there, onAct = () => {}) {
  // Each takes a turn of the event loop, so that a missing "await" changes their order.
  const act = async (/** @type {string} */ name) => {
    await turn();
    onAct(name);
  };
  let bytes = there === null || Buffer.isBuffer(there) ? there : Buffer.concat(encodeCheckpoint(there));
  /** @type {string[]} */
  const discarded = [];
  const store = {
    async read() {
      await act('read');
      return bytes;
    },
    /** @param {Buffer[]} parts */
    async write(parts) {
      await act('write');
      bytes = Buffer.concat(parts);
    },
    async remove() {
      await act('remove');
      bytes = null;
    },
  };
  const destination = {
    async begin() {
      await turn();
      await act('begin');
    },
    async discard(/** @type {string} */ path, /** @type {any} */ { state }) {
      await act('discard');
      discarded.push(`${path} ${state.uploadId}`);
    },
  };
  const job = /** @type {any} */ ({ source: SOURCE, recipe: { sha256: 'recipe' }, destination });
  return { store, job, discarded, isThere: () => bytes !== null };
}
