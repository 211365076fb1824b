import { readFileSync } from 'node:fs';

/**
 * A package in `package-lock.json`.
 *
 * @typedef {object} LockedPackage
 * @property {string} path Its folder, such as `node_modules/a/node_modules/b`.
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} license
 * @property {string | undefined} resolved
 * @property {string | undefined} integrity
 * @property {boolean} isDevelopment Whether npm marks it as needed for development only.
 * @property {boolean} hasInstallScript
 * @property {string[]} needs Names of its dependencies.
 */

/**
 * @typedef {object} Lock
 * @property {LockedPackage[]} packages Sorted by path.
 * @property {(names: string[]) => LockedPackage[]} reachableFrom These packages and all their dependencies, by path.
 */

/**
 * Reads `package-lock.json` (version 3).
 *
 * @returns {Lock}
 */
export function readLock() {
  const { packages: entries } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  const packages = Object.entries(entries)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => toPackage(path, entry));
  const byPath = new Map(packages.map(locked => [locked.path, locked]));
  return { packages, reachableFrom: names => reachable(byPath, names) };
}

/**
 * @param {string} path
 * @param {Record<string, any>} entry
 * @returns {LockedPackage}
 */
function toPackage(path, { version, license, resolved, integrity, ...entry }) {
  const { dev = false, hasInstallScript = false, dependencies, optionalDependencies, peerDependencies } = entry;
  return {
    path,
    name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
    version,
    license,
    resolved,
    integrity,
    isDevelopment: dev,
    hasInstallScript,
    needs: Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
  };
}

/**
 * @param {Map<string, LockedPackage>} byPath
 * @param {string[]} names
 */
function reachable(byPath, names) {
  const found = new Set(names.flatMap(name => find(byPath, '', name)));
  for (const { path, needs } of found) {
    for (const name of needs) for (const needed of find(byPath, path, name)) found.add(needed);
  }
  return [...found].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Resolves as Node does: in the package's own `node_modules`, then in those of the folders above it.
 *
 * @param {Map<string, LockedPackage>} byPath
 * @param {string} from
 * @param {string} name
 * @returns {LockedPackage[]} Empty for a peer dependency that is not installed.
 */
function find(byPath, from, name) {
  const found = byPath.get(`${from}${from && '/'}${FOLDER}${name}`);
  if (found !== undefined) return [found];
  return from === '' ? [] : find(byPath, from.slice(0, Math.max(0, from.lastIndexOf(FOLDER) - 1)), name);
}

const FOLDER = 'node_modules/';
