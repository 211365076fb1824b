import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles the function into one file, with the esbuild options of template.yaml. It is bundled once, however many files it is written to.
 *
 * @param {string} path Of the bundle.
 * @returns {Promise<void>}
 */
export async function bundleFunction(path) {
  bundling ??= bundle();
  await writeFile(path, await bundling);
}

/** @type {Promise<Uint8Array> | undefined} */
let bundling;

async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [FUNCTION],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: 'silent',
  });
  return outputFiles[0].contents;
}

const FUNCTION = fileURLToPath(new URL('function-once.js', import.meta.url));
