import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** @import { Machine } from '../results.js' */

/**
 * @returns {Machine} This machine, with the versions that the figures depend on.
 */
export function describeMachine() {
  return {
    processor: cpus()[0]?.model.trim() || 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()} ${arch()}`,
    versions: {
      node: process.versions.node,
      unzipper: versionOf('unzipper/package.json'),
      highland: versionOf('highland/package.json'),
      sluice: versionOf('../../package.json'),
    },
  };
}

/** @param {string} file A package.json, as for `require`. */
function versionOf(file) {
  const require = createRequire(import.meta.url);
  return JSON.parse(readFileSync(require.resolve(file), 'utf8')).version;
}
