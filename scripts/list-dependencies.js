import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import { readLock } from './list-dependencies/lock.js';
import { ADVISORIES, CHECKED_ON, INSTALLATION, REMARKS } from './list-dependencies/remarks.js';

/** @import { LockedPackage } from './list-dependencies/lock.js' */

/**
 * Says of every package that this project stands on what it is, from `package-lock.json` and `node_modules`.
 *
 * @returns {string} The text of `docs/dependencies.md`.
 */
export function listDependencies() {
  const lock = readLock();
  const [ours, tools] = [manifest.dependencies, manifest.devDependencies].map(Object.keys);
  const inFunction = lock.reachableFrom(ours);
  return `${[
    '# Dependencies',
    'Written by `npm run list-dependencies` from `package-lock.json` and what is installed; a test compares.',
    '## What runs in the function',
    `${inFunction.length} packages, ${megabytes(inFunction)} unpacked: ${ours.length} that are asked for, and what these bring along.`,
    table(
      ['package', 'version', 'licence', 'what for', 'unpacked', 'brings along'],
      ours.map(name => {
        const [own, others] = split(lock.reachableFrom([name]), name);
        return [code(name), own.version, String(own.license), remarkOn(name).purpose, megabytes([own]), brings(others)];
      }),
    ),
    'How they are kept:',
    ours.map(name => `- ${code(name)}: ${remarkOn(name).kept}`).join('\n'),
    '### Their licences',
    'All permissive: none asks that what uses it be published. A test holds the list.',
    table(['licence', 'packages', ''], licences(inFunction)),
    INSTALLATION,
    '## Known advisories',
    advisoryText(lock.packages),
    table(
      ['advisory', 'package', 'fixed in', 'here', ''],
      ADVISORIES.map(({ ids, name, fixedIn, remark }) => [
        ids.join(', '),
        code(name),
        fixedIn,
        versionsOf(lock.packages, name),
        remark,
      ]),
    ),
    '## What only development needs',
    `${lock.packages.length - inFunction.length} packages, most of them a tool’s builds for other platforms, which are not installed.`,
    table(
      ['package', 'version', 'licence', 'what for', 'brings along'],
      tools.map(name => {
        const [own, others] = split(lock.reachableFrom([name]), name);
        return [code(name), own.version, String(own.license), remarkOn(name).purpose, String(others.length)];
      }),
    ),
  ].join('\n\n')}\n`;
}

/** @param {string} name */
function remarkOn(name) {
  const remark = REMARKS.get(name);
  if (remark === undefined) throw new Error(`say in scripts/list-dependencies/remarks.js what ${name} is for`);
  return { kept: '', ...remark };
}

/**
 * @param {LockedPackage[]} packages
 * @param {string} name
 * @returns {[LockedPackage, LockedPackage[]]} The package itself, and the others.
 */
function split(packages, name) {
  const own = /** @type {LockedPackage} */ (packages.find(({ path }) => path === `node_modules/${name}`));
  return [own, packages.filter(other => other !== own)];
}

/** @param {LockedPackage[]} packages */
function brings(packages) {
  return packages.length === 0 ? 'nothing' : `${packages.length}, ${megabytes(packages)}`;
}

/** @param {LockedPackage[]} packages */
function licences(packages) {
  const byName = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const byLicence = Map.groupBy(byName, ({ license }) => String(license));
  return [...byLicence]
    .sort(([a, { length }], [b, { length: other }]) => other - length || (a < b ? -1 : 1))
    .map(([licence, group]) => [
      licence,
      String(group.length),
      group.map(({ name, version }) => `${name} ${version}`).join(', '),
    ]);
}

/** @param {LockedPackage[]} packages */
function advisoryText(packages) {
  const absent = ADVISORIES.filter(({ name }) => !packages.some(locked => locked.name === name)).length;
  return (
    `For what is locked here none was found. They were looked for on ${CHECKED_ON}, package by package, in the advisories ` +
    `and issue trackers that a public search reaches, which is less than \`npm audit\` knows: that is asked by \`.ci/run\`, ` +
    `which fails by what it finds, and says so where the registry gives no advisories. A test holds what is said ` +
    `here against the lock. ${absent} of these are for packages that are not even there.`
  );
}

/**
 * @param {LockedPackage[]} packages
 * @param {string} name
 */
function versionsOf(packages, name) {
  return (
    packages
      .filter(locked => locked.name === name)
      .map(({ version }) => version)
      .join(', ') || 'absent'
  );
}

/** @param {LockedPackage[]} packages */
function megabytes(packages) {
  const bytes = packages.reduce((sum, { path }) => sum + bytesBeneath(fileURLToPath(new URL(path, ROOT))), 0);
  return bytes < 50_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/**
 * @param {string} folder
 * @returns {number} Without the packages inside it, which count for themselves.
 */
function bytesBeneath(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesBeneath(path) : lstatSync(path).size);
    }, 0);
}

/**
 * @param {string[]} header
 * @param {string[][]} rows
 */
function table(header, rows) {
  return [header, header.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {string} name */
function code(name) {
  return `\`${name}\``;
}

const ROOT = new URL('../', import.meta.url);

if (import.meta.main) {
  writeFileSync(new URL('docs/dependencies.md', ROOT), listDependencies());
}
