import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @import { Readable, Writable } from 'node:stream' */

/**
 * A program that runs.
 *
 * @typedef {object} Bound
 * @property {number} pid
 * @property {Readable} stdout
 * @property {Promise<unknown>} ended Resolves when it has ended, by itself or because it was stopped.
 * @property {() => boolean} hasEnded
 * @property {() => Promise<void>} stop Kills it, and resolves when it has ended.
 */

/**
 * Starts a program that is killed with the process that started it, however that ends. A Ctrl-C in the terminal does not reach it:
 * whoever started it may still need it.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, user?: { uid: number, gid: number } | null, folder?: string }} how `folder`: is removed when it has ended.
 * @returns {Promise<Bound>}
 */
export async function startBound(program, args, { cwd, user = null, folder = '' }) {
  const shell = spawn('sh', ['-c', UNTIL_STDIN_ENDS, 'sh', folder, program, ...args], {
    ...{ cwd, ...user, detached: true },
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
  });
  const ended = once(shell, 'exit');
  const [pid] = await once(/** @type {Readable} */ (shell.stdio[3]), 'data');
  return {
    pid: Number(pid),
    stdout: /** @type {Readable} */ (shell.stdout),
    ended,
    hasEnded: () => shell.exitCode !== null || shell.signalCode !== null,
    async stop() {
      /** @type {Writable} */ (shell.stdin).end();
      await ended;
    },
  };
}

/** One shell waits for the program, another one for the end of stdin. */
const UNTIL_STDIN_ENDS = `folder=$1; shift; exec 4<&0 </dev/null
  "$@" 3>&- 4<&- & program=$!
  echo $program >&3; exec 3>&- >/dev/null 2>&1
  { cat <&4; kill -KILL $program; } & exec 4<&-
  wait $program; kill $!
  if [ "$folder" ]; then rm -rf "$folder"; fi`;
