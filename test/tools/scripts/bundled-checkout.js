import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../run-script.js';

/** @import { TestContext } from 'node:test' */

/**
 * A checkout with the packages that are installed here, and without a bundle.
 *
 * @param {TestContext} t
 */
export async function checkout(t) {
  const root = await temporaryFolder(t);
  await fill(root);
  return root;
}

/** @param {TestContext} t */
export async function bundledCheckout(t) {
  const root = await checkout(t);
  await addBundle(root);
  return root;
}

/**
 * Adds the bundle of another checkout, which is made once: all have the same files with the same times.
 *
 * @param {string} root
 */
export async function addBundle(root) {
  made ??= makeBundle();
  await cp(join(await made, BUNDLE), join(root, BUNDLE), { recursive: true, preserveTimestamps: true });
}

/** @type {Promise<string> | undefined} Of the checkout. */
let made;

export async function removeBundle() {
  if (made) await rm(await made, { recursive: true });
  made = undefined;
}

async function makeBundle() {
  const root = await mkdtemp(join(tmpdir(), 'sluice-bundle-'));
  await fill(root);
  const { code, stderr } = await bundle(root);
  assert.deepEqual([code, stderr], [0, '']);
  return root;
}

/** @param {string} root */
export function bundle(root) {
  return run(root, SCRIPT, []);
}

/**
 * @param {string} root
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [more] Additional environment variables.
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
export async function run(root, program, args, more = {}) {
  const options = { cwd: root, env: { ...env, ...more }, timeout: 300_000 };
  return promisify(execFile)(process.execPath, [join(root, program), ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

/** @param {string} root */
async function fill(root) {
  for (const path of ['bin', 'src', 'package.json', SCRIPT, PACKAGES]) {
    await cp(join(ROOT, path), join(root, path), { recursive: true, preserveTimestamps: true });
  }
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    const path = join(root, 'node_modules', name);
    await mkdir(dirname(path), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), path);
  }
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
// Of the tests, which keep it elsewhere.
const { NODE_COMPILE_CACHE: _, ...env } = process.env;
export const SCRIPT = 'scripts/bundle-command-line.js';
export const BUNDLE = 'node_modules/.cache/sluice/bundle';
// npm writes it whenever it changes a package.
export const PACKAGES = 'node_modules/.package-lock.json';
