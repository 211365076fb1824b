import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { readLock } from '../../scripts/list-dependencies/lock.js';
import { ADVISORIES, REMARKS } from '../../scripts/list-dependencies/remarks.js';
import { listDependencies } from '../../scripts/list-dependencies.js';

const ROOT = new URL('../../', import.meta.url);
const { packages, reachableFrom } = readLock();
const inFunction = reachableFrom(Object.keys(manifest.dependencies));

test('docs/dependencies.md is what the lock says, or "npm run list-dependencies" was forgotten', async () => {
  assert.equal(await readFile(new URL('docs/dependencies.md', ROOT), 'utf8'), listDependencies());
});

test('every direct dependency is pinned to one version, which is the one that is locked, and is remarked on', () => {
  const direct = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const [name, version] of Object.entries(direct)) {
    assert.match(version, /^\d+\.\d+\.\d+$/, `${name} is not pinned`);
    assert.equal(packages.find(({ path }) => path === `node_modules/${name}`)?.version, version, name);
  }
  assert.deepEqual([...REMARKS.keys()].sort(), Object.keys(direct).sort());
});

test('every package in the lock has a SHA-512, and comes from a registry that the lock does not choose', () => {
  assert.ok(packages.length > 50);
  for (const { path, integrity, resolved, version } of packages) {
    assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, `${path} has no hash`);
    assert.equal(resolved, undefined, `${path} is tied to one place`);
    assert.match(version, /^\d+\.\d+\.\d+(-nightly\.\d+)?$/, `${path} is from git, a URL or a folder`);
  }
});

test('every package that the function runs has a licence that is allowed', async () => {
  for (const { path, license } of inFunction) {
    assert.ok(ALLOWED_LICENCES.has(String(license)), `${path}: ${license}`);
    const installed = JSON.parse(await readFile(new URL(`${path}/package.json`, ROOT), 'utf8'));
    assert.equal(installed.license, license, `${path} says something else than the lock`);
  }
});

/** Permissive ones: they ask for no more than to be named. */
const ALLOWED_LICENCES = new Set(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-3-Clause', 'ISC', 'MIT']);

test('what the function runs is what the lock calls no development, and nothing of it has an install script', () => {
  assert.deepEqual(
    inFunction,
    packages.filter(({ isDevelopment }) => !isDevelopment),
  );
  assert.deepEqual(
    inFunction.filter(({ hasInstallScript }) => hasInstallScript),
    [],
  );
});

test('no package runs an install script but the pinned Node, and npm is told so', async () => {
  const withScript = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  // esbuild's only makes its command start faster.
  assert.deepEqual(withScript, ['esbuild', 'node']);
  assert.deepEqual(manifest.allowScripts, { esbuild: false, node: true });
  for (const path of packages.map(({ path }) => path).filter(path => !/^node_modules\/(esbuild|node)$/.test(path))) {
    // A tool's build for another platform is not there.
    const text = await readFile(new URL(`${path}/package.json`, ROOT), 'utf8').catch(() => '{}');
    const { scripts = {} } = JSON.parse(text);
    assert.deepEqual(
      ['preinstall', 'install', 'postinstall'].filter(name => name in scripts),
      [],
      path,
    );
  }
});

test('no version is locked that an advisory in the list is about', () => {
  for (const { name, fixedIn, ids } of ADVISORIES) {
    for (const { version } of packages.filter(locked => locked.name === name)) {
      assert.ok(isAtLeast(version, fixedIn), `${name} ${version}: ${ids}, fixed in ${fixedIn}`);
    }
  }
});

test('unzipper’s own extraction, which advisories are about, is not used', async () => {
  const files = await readdir(new URL('src/archive/', ROOT));
  const texts = await Promise.all(files.map(file => readFile(new URL(`src/archive/${file}`, ROOT), 'utf8')));
  assert.ok(texts.some(text => text.includes("from 'unzipper")));
  for (const text of texts) assert.doesNotMatch(text, /\.extract\(|\bExtract\(/);
});

/**
 * @param {string} version
 * @param {string} other
 */
function isAtLeast(version, other) {
  const [a, b] = [version, other].map(text => text.split('.').map(Number));
  const place = a.findIndex((part, index) => part !== b[index]);
  return place < 0 || a[place] > b[place];
}
