import { open } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { peakRssBytes } from '../src/peak-memory.js';

// What Node's zlib takes for an archive's first entry, in 256 KiB chunks, with CRC-32 and nothing else: the floor for
// everything that is built on it. `node experiments/inflate-only.js ARCHIVE` prints the inflated bytes and their CRC-32.

const file = await open(process.argv[2]);
// The local header (APPNOTE 4.3.7) has 30 bytes; at 26 and 28 are the lengths of the name and the extra field behind it.
const { buffer: header } = await file.read(Buffer.alloc(30), 0, 30, 0);
const start = 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
const inflate = file
  .createReadStream({ start, highWaterMark: 256 * 1024 })
  .pipe(createInflateRaw({ chunkSize: 256 * 1024 }));
let bytes = 0;
let crc = 0;
for await (const chunk of inflate) {
  bytes += chunk.length;
  crc = crc32(chunk, crc);
}
process.stdout.write(`${JSON.stringify({ bytes, crc, peakRssBytes: peakRssBytes() })}\n`);
