import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** @import { Machine } from '../results.js' */

/**
 * @param {readonly string[]} [packages] npm's, whose versions the figures depend on.
 * @returns {Machine} This machine.
 */
export function describeMachine(packages = ['unzipper', 'highland']) {
  return {
    processor: cpus()[0]?.model.trim() || 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()} ${arch()}`,
    versions: {
      node: process.versions.node,
      ...Object.fromEntries(packages.map(name => [name, versionOf(`node_modules/${name}/package.json`)])),
      sluice: versionOf('package.json'),
    },
  };
}

/** @param {string} file Not by `require`: a package need not export it. */
function versionOf(file) {
  return JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).version;
}
