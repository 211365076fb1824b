import { explainByPassword } from '../engine/decryption/wrong-password.js';
import { acquireEngine, releaseEngine } from '../engine/engine.js';
import { StoppedError } from '../errors.js';
import { EntryStream } from './entry-stream.js';
import { passThrough } from './pass-through.js';
import { SeekPoints } from './seek-points.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Access } from '../archive/open-archive.js' */
/** @import { EntryPoint } from './entry-stream.js' */
/** @import { InflatedState } from './inflated-source.js' */
/** @import { ContainerOptions, ContainerState } from './open-container.js' */

/**
 * The archive that is being opened. `at`: how far it is inflated for the first time; `isVerified`: to its end.
 *
 * @typedef {object} Begun
 * @property {number} index Of the entry that it is.
 * @property {EntryPoint | null} at
 * @property {boolean} isVerified
 * @property {Partial<InflatedState<EntryPoint>>} inflated
 * @property {ContainerState | null} container What is known of its own entries.
 */

/**
 * @param {number} index
 * @returns {Begun}
 */
export function beginArchive(index) {
  return { at: null, isVerified: false, inflated: {}, container: null, index };
}

/**
 * Inflates an archive to its end, unless that was done.
 *
 * @param {Begun} begun Noted in it is how far that came.
 * @param {object} archive
 * @param {Access} archive.access
 * @param {Entry} archive.entry As it is named in the archive that it is in.
 * @param {Pick<ContainerOptions, 'pause' | 'password'>} archive.options
 * @throws {StoppedError} If the job pauses.
 */
export async function verifyBegun(begun, { access, entry, options: { pause, password } }) {
  if (begun.isVerified) return;
  const { spacing, points: noted = [] } = begun.inflated;
  const points = /** @type {SeekPoints<EntryPoint>} */ (
    spacing === undefined ? new SeekPoints() : new SeekPoints({ spacing, points: noted })
  );
  const engine = acquireEngine();
  /** @type {EntryStream | null} */
  let stream = null;
  try {
    stream = new EntryStream({ access, entry, engine, password: password?.current ?? null, from: begun.at });
    begun.at = await passThrough(stream, points, pause);
    begun.inflated = points.state();
    if (begun.at !== null) throw new StoppedError({ cause: pause?.reason });
    begun.isVerified = true;
  } catch (error) {
    throw explainByPassword(error, entry);
  } finally {
    stream?.close();
    releaseEngine(engine);
  }
}
