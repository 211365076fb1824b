import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

/**
 * Compiles the engine. The same sources give the same bytes on every machine.
 *
 * @returns {Promise<string>} The text of `src/engine/module.generated.js`. A JavaScript module, because bundlers include
 *   imports but not files read at run time.
 * @throws {Error} With the compiler's messages.
 */
export async function buildEngine() {
  /** @type {Uint8Array | null} */
  let module = null;
  const { error, stderr } = await asc.main(['index.ts', '--outFile', 'engine.wasm', ...OPTIONS], {
    readFile: (name, base) => readSource(`${base}/${name}`),
    writeFile: (_name, contents) => {
      module = /** @type {Uint8Array} */ (contents);
    },
    listFiles: () => null,
  });
  if (error || module === null) throw new Error(`the engine does not compile: ${error?.message}\n${stderr}`);
  return `${HEADER}export const MODULE =\n  '${Buffer.from(module).toString('base64')}';\n`;
}

/** @param {string} path */
function readSource(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

const ASSEMBLY = fileURLToPath(new URL('../src/engine/assembly', import.meta.url));

const OPTIONS = [
  ...['--baseDir', ASSEMBLY],
  ...['--optimizeLevel', '3', '--converge', '--noAssert'],
  // No allocator and no garbage collector: all memory is laid out at compile time.
  ...['--runtime', 'stub'],
  ...['--enable', 'simd'],
  ...['--initialMemory', '25', '--maximumMemory', '25'],
];

const HEADER = `// Generated from assembly/index.ts by "npm run build-engine": change the source, not this file.
/** The engine's WebAssembly module, in base64. */
`;

if (import.meta.main) {
  writeFileSync(new URL('../src/engine/module.generated.js', import.meta.url), await buildEngine());
}
