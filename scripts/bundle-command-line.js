import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @import { Plugin } from 'esbuild' */

/**
 * Bundles the command line into one file for `bin/sluice.cjs`: to load its hundreds of modules takes longer than a small job. The
 * bundle stands among the installed packages, because some of them are in it. A list beside it says what it was made of.
 *
 * @param {string} root The checkout's folder.
 * @returns {Promise<void>}
 * @throws {Error} With esbuild's messages; or if esbuild, a development dependency, is not installed.
 */
export async function bundleCommandLine(root) {
  const { build } = await import('esbuild');
  const startedAt = Date.now();
  // Where Node says that the bundle is, though the packages are those of another checkout.
  const folder = join(await realpath(join(root, 'node_modules')), '.cache/sluice/bundle');
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/command-line.js'],
    outfile: join(folder, 'sluice.cjs'),
    bundle: true,
    platform: 'node',
    // Not as an ES module: Node would compile it at each start, and load more of its own modules.
    format: 'cjs',
    target: 'node24',
    minifyWhitespace: true,
    minifySyntax: true,
    external: Object.keys(dependencies).filter(name => !BUNDLED.has(name)),
    plugins: [addressesOf(root, folder)],
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  // Of packages only what npm writes when it changes one: each file takes some microseconds at each start.
  const own = Object.keys(metafile.inputs).filter(path => !path.includes('node_modules/'));
  const sources = await Promise.all([...own, SCRIPT, PACKAGES].map(path => describe(root, path)));
  const changed = sources.find(([, , time]) => time > startedAt);
  if (changed) throw new Error(`${changed[0]} was changed meanwhile`);
  await mkdir(folder, { recursive: true });
  // Without its list, a bundle is not run.
  await rm(join(folder, 'sources.json'), { force: true });
  await replace(join(folder, 'sluice.cjs'), outputFiles[0].contents);
  await replace(join(folder, 'sources.json'), JSON.stringify({ node: process.version, sources }));
}

/**
 * Gives modules the address that they have in the checkout.
 *
 * @param {string} root
 * @param {string} folder Of the bundle.
 * @returns {Plugin}
 */
function addressesOf(root, folder) {
  return {
    name: 'addresses',
    setup({ onLoad }) {
      onLoad({ filter: OWN_MODULE }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!path.startsWith(join(root, 'src')) || !text.includes('import.meta.url')) return undefined;
        const address = `require('node:url').pathToFileURL(require('node:path').join(__dirname, ${JSON.stringify(relative(folder, path))})).href`;
        return { contents: text.replaceAll('import.meta.url', address) };
      });
    },
  };
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Promise<[path: string, size: number, mtimeMs: number]>}
 */
async function describe(root, path) {
  const { size, mtimeMs } = await stat(join(root, path));
  return [path, size, mtimeMs];
}

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 */
async function replace(path, content) {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

// The packages that a run on local files loads. The others are larger, or are loaded for servers only.
const BUNDLED = new Set(['highland', 'libphonenumber-js', 're2js', 'unzipper']);

// Plugins are given paths as the system writes them.
const OWN_MODULE = /[\\/]src[\\/].*\.js$/;
const SCRIPT = 'scripts/bundle-command-line.js';
const PACKAGES = 'node_modules/.package-lock.json';

if (import.meta.main) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  // `npm ci` runs this, and must not fail by it.
  await bundleCommandLine(root).catch(error => {
    console.warn(`The command line is not bundled, and starts from its sources: ${error.message}`);
  });
}
