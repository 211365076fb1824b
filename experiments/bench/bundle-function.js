import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles the function into one file, with the esbuild options of template.yaml.
 *
 * @param {string} path Of the bundle.
 * @returns {Promise<void>}
 */
export async function bundleFunction(path) {
  await build({
    entryPoints: [FUNCTION],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: 'silent',
  });
}

const FUNCTION = fileURLToPath(new URL('function-once.js', import.meta.url));
