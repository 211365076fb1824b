import { access, constants } from 'node:fs/promises';
import { parse, resolve } from 'node:path';
import { printable } from '../../printable.js';
import { isS3Uri } from '../../storage/s3-uri.js';
import { toStorageError } from '../../storage/storage-error.js';
import { ExistingFiles } from './existing-files.js';
import { foldName } from './fold-name.js';
import { HeldFiles } from './held-files.js';
import { otherFolders } from './other-folders.js';
import { openFileOutput } from './output.js';
import { FOLDS_ALL, probeFolding } from './probe-folding.js';
import { RenamedFolders } from './renamed-folders.js';
import { makeFolderInside, pathBelow, pathInside } from './safe-folder.js';
import { removeTemporary } from './temporary-file.js';

/** @import { Folding } from './fold-name.js' */
/** @import { Destination, DestinationOptions, Output, SuspendedOutput } from '../open.js' */

/**
 * A folder as the destination of one job. It has no compare-and-swap: a rename replaces whatever is there.
 *
 * @param {string} uri
 * @param {DestinationOptions} options
 * @param {(root: string) => Promise<Folding>} [probe]
 * @param {(root: string) => Promise<void>} [prepare] Sees to it that the folder can be written to.
 * @returns {Destination}
 */
export function openFolderDestination(uri, { signal }, probe = probeFolding, prepare = makeWritable) {
  const root = resolve(uri);
  const existing = new ExistingFiles(root);
  const renamed = new RenamedFolders();
  const outputs = new FileOutputs(root, renamed, signal);
  const held = new HeldFiles(root, renamed, signal);
  /** @type {Folding | null} */
  let folding = null;
  const fold = (/** @type {string} */ path) => foldName(path, folding ?? FOLDS_ALL);

  return {
    uri,
    locate: path => pathInside(root, path),
    pathOf: address => (isS3Uri(address) ? null : pathBelow(root, address, fold)),
    fold,
    foldersOfOthers: (outputFolder, names) => otherFolders(root, outputFolder, names),
    isConditional: false,

    async begin({ provenance }) {
      existing.outputFolder = provenance.outputFolder;
      try {
        await prepare(root);
        folding ??= await probe(root);
      } catch (error) {
        throw toStorageError(error, `use "${printable(uri)}" as the destination`);
      }
    },
    prefetch() {},
    read: existing.read,
    isOwn: async () => true,
    present: paths => paths,

    memoryFor: () => null,
    inFlightBytes: IN_FLIGHT_BYTES,
    heldBytes: () => HELD_BYTES,
    hold: held.hold,
    create: outputs.create,
    resume: outputs.resume,
    discard: outputs.discard,

    removeOwn: existing.removeOwn,
    removeAny: existing.removeAny,
    async close() {
      await held.close();
      await outputs.close();
    },
  };
}

/**
 * Creates the folder if it is missing.
 *
 * @param {string} root
 */
async function makeWritable(root) {
  // `mkdir` with `recursive` never returns where the system creates no folder and calls its parent missing (/proc).
  makeFolderInside(parse(root).root, root);
  // The slash fails on a file of this name.
  await access(`${root}/`, constants.W_OK | constants.X_OK);
}

/** The files that this job writes. */
class FileOutputs {
  /** @type {Set<Output>} */
  #open = new Set();
  #root;
  #renamed;
  #signal;

  /**
   * @param {string} root
   * @param {RenamedFolders} renamed
   * @param {AbortSignal | undefined} signal
   */
  constructor(root, renamed, signal) {
    this.#root = root;
    this.#renamed = renamed;
    this.#signal = signal;
  }

  /** @type {Destination['create']} */
  create = async (path, { resumable = false }) => this.#openOutput(path, { isResumable: resumable });

  /** @type {Destination['resume']} */
  resume = async (path, suspended) => this.#openOutput(path, { isResumable: true, suspended });

  /** @type {Destination['discard']} */
  discard = async (path, { state }) => {
    const target = pathInside(this.#root, path);
    try {
      await removeTemporary(this.#root, target, state);
    } catch (error) {
      throw toStorageError(error, `tidy up after "${printable(target)}"`);
    }
  };

  /** @type {Destination['close']} */
  close = async () => {
    // In reverse, because an output removes the folders that it created only if they are empty.
    for (const output of [...this.#open].reverse()) await output.release();
  };

  /**
   * @param {string} path
   * @param {{ isResumable: boolean, suspended?: SuspendedOutput }} how
   */
  async #openOutput(path, how) {
    const output = await openFileOutput({
      ...how,
      root: this.#root,
      target: pathInside(this.#root, path),
      renamed: this.#renamed,
      signal: this.#signal,
      onClosed: () => this.#open.delete(output),
    });
    this.#open.add(output);
    return output;
  }
}

const MIB = 1024 ** 2;
const IN_FLIGHT_BYTES = 32 * MIB;
/** Blocks that wait to be written. */
const HELD_BYTES = 2 * MIB;
