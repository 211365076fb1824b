import { readFileSync } from 'node:fs';

/**
 * Inflates a deflate64 stream by zlib's own `contrib/infback9`, which zip.js brings along as WebAssembly.
 *
 * @param {Uint8Array} stream
 * @returns {{ bytes: Buffer | null, compressedBytes: number | null }} `bytes` is null if it is refused, or does not end.
 */
export function inflate9(stream) {
  const { memory, malloc, free } = zlib;
  const [handle, input, output] = [zlib.inflate9_new(), malloc(INPUT_BYTES), malloc(OUTPUT_BYTES)];
  zlib.inflate9_init_raw(handle);
  /** @type {Buffer[]} */
  const parts = [];
  try {
    for (let used = 0; ; ) {
      const chunk = stream.subarray(used, used + INPUT_BYTES);
      new Uint8Array(memory.buffer).set(chunk, input);
      const result = zlib.inflate9_process(handle, input, chunk.length, output, OUTPUT_BYTES, 0);
      const [status, produced, consumed] = [result >> 24, result & 0xff_ffff, zlib.inflate9_last_consumed(handle)];
      if (status < 0) return REFUSED;
      parts.push(Buffer.from(memory.buffer.slice(output, output + produced)));
      used += consumed;
      if (status === STREAM_END) return { bytes: Buffer.concat(parts), compressedBytes: used };
      if (produced === 0 && consumed === 0) return REFUSED;
    }
  } finally {
    zlib.inflate9_end(handle);
    for (const address of [input, output]) free(address);
  }
}

const WASM = new URL('../../node_modules/@zip.js/zip.js/lib/core/streams/zlib-wasm/zlib-streams.wasm', import.meta.url);
const zlib = /** @type {any} */ (new WebAssembly.Instance(new WebAssembly.Module(readFileSync(WASM)), {}).exports);

const REFUSED = { bytes: null, compressedBytes: null };
/** Z_STREAM_END. */
const STREAM_END = 1;
const INPUT_BYTES = 16 * 1024;
const OUTPUT_BYTES = 256 * 1024;
