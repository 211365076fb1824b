import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { megabytes } from './outcome.js';

/** @import { Enclosure, KernelLimit } from './memory-limit.js' */

/**
 * @typedef {object} Dialect
 * @property {string} name
 * @property {(mount: Mount) => boolean} isMounted
 * @property {string} controller Its name in /proc/self/cgroup.
 * @property {string} limit The file of the limit.
 * @property {(bytes: number) => Record<string, number>} more Other settings, by file, for files that exist.
 * @property {string} events The file that counts `oom_kill`.
 *
 * @typedef {{ root: string, point: string, type: string, options: string[] }} Mount
 */

/**
 * Limits by a control group below the one of this process, so that the limits of that one still apply. A caller finds out by
 * trying whether it may create one.
 *
 * @returns {KernelLimit[]} Empty without control groups.
 */
export function cgroupLimits() {
  const mounts = readMounts();
  return DIALECTS.flatMap(dialect => {
    const mount = mounts.find(dialect.isMounted);
    const own = mount && ownFolder(mount, dialect);
    if (!own) return [];
    return {
      method: `a control group of the kernel (${dialect.name})`,
      enclose: (...sizes) => enclose(own, dialect, ...sizes),
    };
  });
}

/** @returns {Mount[]} See proc_pid_mountinfo(5). */
function readMounts() {
  const lines = read('/proc/self/mountinfo').trim().split('\n').filter(Boolean);
  return lines.map(line => {
    const [mount, system] = line.split(' - ').map(half => half.split(' '));
    return { root: mount[3], point: mount[4], type: system[0], options: system[2].split(',') };
  });
}

/**
 * @param {Mount} mount
 * @param {Dialect} dialect
 * @returns {string | null} The folder of this process's control group; null if it is not visible.
 */
function ownFolder(mount, { controller }) {
  for (const line of read('/proc/self/cgroup').trim().split('\n')) {
    const [, controllers, path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers?.split(',').includes(controller)) {
      const below = relative(mount.root, path);
      return below.startsWith('..') ? null : join(mount.point, below);
    }
  }
  return null;
}

/**
 * @param {string} own
 * @param {Dialect} dialect
 * @param {number} bytes
 * @param {number} uncountedBytes
 * @returns {Enclosure}
 */
function enclose(own, dialect, bytes, uncountedBytes) {
  const limit = Math.max(bytes - uncountedBytes, LEAST_BYTES);
  const folder = join(own, `sluice-${process.pid}-${randomUUID()}`);
  mkdirSync(folder);
  try {
    writeFileSync(join(folder, dialect.limit), String(limit), { flag: 'r+' });
    for (const [file, value] of Object.entries(dialect.more(limit))) {
      if (existsSync(join(folder, file))) writeFileSync(join(folder, file), String(value));
    }
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  return {
    wrap: line => ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(folder, 'cgroup.procs'), ...line],
    excess: () => null,
    causeOfDeath: () => {
      const kills = Number(/^oom_kill (\d+)$/m.exec(read(join(folder, dialect.events)))?.[1] ?? 0);
      return kills > 0 ? `the kernel killed it at the limit of ${megabytes(bytes)}` : null;
    },
    close: () => remove(folder),
  };
}

/**
 * Synchronous, because it also runs while this process exits.
 *
 * @param {string} folder
 */
function remove(folder) {
  for (let tries = 1; existsSync(folder); tries++) {
    for (const pid of read(join(folder, 'cgroup.procs')).split('\n').filter(Boolean)) kill(Number(pid));
    try {
      rmdirSync(folder);
    } catch (error) {
      // A killed process stays in the group until the kernel has freed its memory.
      if (tries === MAX_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/**
 * @param {string} path
 * @returns {string} Empty if the file does not exist.
 */
function read(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** @type {readonly Dialect[]} */
const DIALECTS = [
  {
    name: 'cgroup v2',
    isMounted: ({ type }) => type === 'cgroup2',
    controller: '',
    limit: 'memory.max',
    more: () => ({ 'memory.swap.max': 0, 'memory.oom.group': 1 }),
    events: 'memory.events',
  },
  {
    name: 'cgroup v1',
    isMounted: ({ type, options }) => type === 'cgroup' && options.includes('memory'),
    controller: 'memory',
    limit: 'memory.limit_in_bytes',
    more: bytes => ({ 'memory.memsw.limit_in_bytes': bytes, 'memory.swappiness': 0 }),
    events: 'memory.oom_control',
  },
];

/** Enough for the shell that starts the command and reports its exit. */
export const LEAST_BYTES = 4 * 2 ** 20;
const MAX_TRIES = 1000;
const RETRY_MS = 5;
