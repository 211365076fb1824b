import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles the worker, with what the packages have for `workerd` instead of Node's sockets.
 *
 * @param {string} path Of the bundle.
 * @returns {Promise<void>}
 */
export async function bundleWorker(path) {
  await build({
    entryPoints: [fileURLToPath(new URL('worker.js', import.meta.url))],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd'],
    external: ['cloudflare:sockets', 'pg-native'],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire("file:///");' },
    logLevel: 'silent',
    plugins: [CALLABLE_ASSERT],
  });
}

/**
 * There, `require('assert')` gives the module's namespace, which is no function.
 *
 * @type {import('esbuild').Plugin}
 */
const CALLABLE_ASSERT = {
  name: 'callable assert',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^assert$/ }, () => ({ path: 'assert', namespace: 'callable' }));
    onLoad({ filter: /.*/, namespace: 'callable' }, () => ({
      contents: `module.exports = require('node:assert').default;`,
    }));
  },
};
