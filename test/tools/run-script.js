import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** @import { TestContext } from 'node:test' */

const QUICKLY = new URL('../support/load-quickly.js', import.meta.url).href;

/**
 * Creates a folder that is removed when the test ends.
 *
 * @param {TestContext} t
 */
export async function temporaryFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-script-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Runs a script as its npm script does, but in another folder.
 *
 * @param {TestContext} t
 * @param {string} script Its path in the project.
 * @param {string[]} args
 * @param {string} folder
 * @param {Record<string, string>} [more] Additional environment variables.
 */
export function runScript(t, script, args, folder, more = {}) {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  const { npm_lifecycle_event: _, ...env } = process.env;
  const stdio = /** @type {['ignore', 'pipe', 'pipe']} */ (['ignore', 'pipe', 'pipe']);
  const child = spawn(process.execPath, ['--import', QUICKLY, path, ...args], {
    cwd: folder,
    env: { ...env, ...more },
    stdio,
  });
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', chunk => {
    printed += chunk;
  });
  const stdout = text(child.stdout);
  const stderr = text(child.stderr);
  const closed = new Promise(resolve => child.once('close', (code, signal) => resolve(signal ?? code)));
  return {
    child,

    /** @returns {Promise<{ code: number | string, stdout: string, stderr: string }>} */
    async end() {
      return { code: /** @type {number | string} */ (await closed), stdout: await stdout, stderr: await stderr };
    },

    /**
     * @param {RegExp} pattern
     * @returns {Promise<RegExpExecArray>} Its match in the output; rejects if the script ends without one.
     */
    async until(pattern) {
      for (;;) {
        const found = pattern.exec(printed);
        if (found) return found;
        const more = new Promise(resolve => child.stdout.once('data', () => resolve('more')));
        if ((await Promise.race([more, closed])) !== 'more' && !pattern.test(printed)) {
          throw new Error(`the script ended without ${pattern}: ${printed}${await stderr}`);
        }
      }
    },
  };
}
