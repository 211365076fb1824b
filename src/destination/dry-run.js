import { finished, Writable } from 'node:stream';
import { isS3Uri } from '../storage/s3-uri.js';
import { openOutput } from './output.js';
import { stopCheck } from './stop-check.js';

/** @import { Destination, DestinationOptions, OutputOptions } from './open.js' */
/** @import { Draft } from './output.js' */

/**
 * Opens a destination for a job that writes nothing. What is there is read, so that the job decides as it would. What it
 * writes is dropped; what it publishes or removes counts as published or removed.
 *
 * @param {string} uri A folder, which may be missing, or `s3://bucket/prefix`.
 * @param {DestinationOptions} options
 * @returns {Promise<Destination>} Its outputs cannot be suspended.
 */
export async function openDryRun(uri, options) {
  if (isS3Uri(uri)) {
    const { openS3Destination } = await import('./s3/destination.js');
    const destination = await openS3Destination(uri, options);
    return withoutWriting(destination, destination.check, options);
  }
  const [{ openFolderDestination }, look] = await Promise.all([
    import('./folder/destination.js'),
    import('./folder/look.js'),
  ]);
  const destination = openFolderDestination(uri, options, look.findFolding, look.assertUsable);
  return withoutWriting(destination, async path => look.assertWritable(uri, destination.locate(path)), options);
}

/**
 * @param {Destination} destination Its `begin` writes nothing.
 * @param {(path: string, options: OutputOptions) => Promise<unknown>} check Fails if an output could not be created.
 * @param {DestinationOptions} options
 * @returns {Destination}
 */
function withoutWriting(destination, check, { signal }) {
  /** The paths that would be published. @type {Set<string>} */
  const published = new Set();
  /** @type {Destination['create']} */
  const create = async (path, options) => {
    await check(path, options);
    const onPublished = () => void published.add(path);
    const uri = destination.locate(path);
    return openOutput(dropped(onPublished), { uri, isResumable: false, signal, onClosed() {} });
  };
  /** @type {Destination['hold']} */
  const hold = async (path, bytes) => {
    const assertNotStopped = stopCheck(signal);
    await check(path, { declaredBytes: bytes.length });
    return {
      uri: destination.locate(path),
      async commit() {
        assertNotStopped();
        published.add(path);
        return 'written';
      },
    };
  };
  const isThere = async (/** @type {string} */ path) =>
    published.has(path) || (await destination.read(path, async () => true)) !== null;

  return {
    ...destination,
    isOwn: async path => published.has(path) || destination.isOwn(path),
    create,
    hold,
    resume: neverSuspended,
    discard: neverSuspended,
    removeOwn: async path => published.delete(path),
    async removeAny(path, check) {
      if (!(await isThere(path))) return false;
      await check(true);
      return true;
    },
  };
}

/**
 * @param {() => void} onPublished
 * @returns {Draft}
 */
function dropped(onPublished) {
  const writable = new Writable({ write: (_chunk, _encoding, done) => done(), writev: (_chunks, done) => done() });
  // The pipeline reports an error; without a listener, it would also be uncaught.
  finished(writable, () => {});
  const abort = async () => void writable.destroy();
  return {
    writable,
    async commit() {
      if (!writable.writableFinished)
        throw writable.errored ?? new Error('an output is committed before it has finished');
      onPublished();
      return /** @type {const} */ ('written');
    },
    suspend: neverSuspended,
    release: abort,
    abort,
    stop: error => void writable.destroy(error),
  };
}

/** @returns {Promise<never>} */
async function neverSuspended() {
  throw new Error('a dry run is never suspended');
}
