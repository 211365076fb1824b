import { join } from 'node:path';
import { findProgram } from './programs.js';
import { startS3Setup } from './s3-setup.js';

/** @import { Contestant, Ground } from './contestants.js' */
/** @import { S3Setup } from './s3-setup.js' */

/**
 * The function from S3 to S3, over http and over https. Measures the function's process, not the server.
 *
 * @param {Ground} ground
 * @param {AbortSignal} signal
 * @returns {Promise<{ contestants: Contestant[], close: () => Promise<void> }>}
 */
export async function startS3Contestants(ground, signal) {
  /** @type {S3Setup[]} */
  const setups = [];
  const close = async () => {
    await Promise.all(setups.map(setup => setup.close()));
  };
  /** @param {boolean} withTls */
  const start = async withTls => {
    const setup = await startS3Setup({
      folder: join(ground.folder, withTls ? 'https' : 'http'),
      archive: ground.archive,
      recipe: ground.recipes.all,
      withTls,
      signal,
    });
    setups.push(setup);
    return setup;
  };
  try {
    const contestants = [];
    for (const who of await listS3Contestants()) {
      const isHere = who.missing === null;
      contestants.push(
        isHere
          ? contestantAt(await start(who.id === TLS.id), who, ground)
          : { ...who, ...FUNCTION, commandInto: () => NOTHING },
      );
    }
    return { contestants, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @typedef {Pick<Contestant, 'id' | 'name' | 'missing' | 'lacking'>} Who */

/** @returns {Promise<Who[]>} */
export async function listS3Contestants() {
  const hasOpenssl = (await findProgram('openssl')) !== null;
  const missing = hasOpenssl ? null : 'openssl is not installed';
  return [
    { id: 's3', name: 'function, S3 to S3', missing: null },
    { ...TLS, missing, lacking: hasOpenssl ? [] : ['openssl'] },
  ];
}

/**
 * @param {S3Setup} setup
 * @param {Who} who
 * @param {Ground} ground
 * @returns {Contestant}
 */
function contestantAt({ command, empty, download }, who, { entry }) {
  return {
    ...who,
    ...FUNCTION,
    commandInto: () => command,
    prepare: empty,
    collect: output => download(entry, output),
  };
}

const TLS = Object.freeze({ id: 's3-tls', name: 'function, S3 to S3, TLS' });
const FUNCTION = Object.freeze({ rules: /** @type {const} */ ('all'), version: `Node ${process.versions.node}` });
const NOTHING = Object.freeze({ command: '', args: [] });
