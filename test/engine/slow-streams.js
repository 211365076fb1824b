import { Readable, Writable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * A header and then one line over and over, endless by default.
 *
 * @param {{ line?: string, chunkBytes?: number, failsAfter?: number, endsAfter?: number }} [options]
 */
export function endless({ line = '1,2\n', chunkBytes = CHUNK_BYTES, failsAfter = -1, endsAfter = -1 } = {}) {
  const chunk = Buffer.from(line.repeat(chunkBytes / line.length));
  const source = Object.assign(
    new Readable({
      async read() {
        await setImmediate();
        if (source.chunksRead === failsAfter) return void source.destroy(new Error('the source broke'));
        if (source.chunksRead === endsAfter) return void source.push(null);
        const first = source.chunksRead === 0;
        source.chunksRead += 1;
        source.push(first ? Buffer.concat([Buffer.from(HEADER), chunk]) : Buffer.from(chunk));
      },
    }),
    { chunksRead: 0 },
  );
  return source;
}

/**
 * All bytes of an `endless` that ends.
 *
 * @param {{ line?: string, endsAfter: number }} options
 */
export function contentOf({ line = '1,2\n', endsAfter }) {
  return Buffer.from(HEADER + line.repeat((CHUNK_BYTES / line.length) * endsAfter));
}

/**
 * A sink that takes its time. Its `bytes` count what it took.
 *
 * @param {{ failsAfter?: number, highWaterMark?: number }} [options]
 */
export function slowSink({ failsAfter = -1, highWaterMark = 16_384 } = {}) {
  let blocks = 0;
  const sink = Object.assign(
    new Writable({
      highWaterMark,
      async write(chunk, _encoding, done) {
        await setTimeout(1);
        if (blocks++ === failsAfter) return done(new Error('the sink broke'));
        sink.bytes += chunk.length;
        done();
      },
    }),
    { bytes: 0 },
  );
  return sink;
}

export const HEADER = 'a,b\n';
/** Default size of a chunk of `endless`. The first one has the header besides. */
export const CHUNK_BYTES = 65_536;
