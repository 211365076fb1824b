import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { finished } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

// Inflates an archive's first entry with Node's zlib, in 256 KiB chunks, and computes its CRC-32: the lower bound for
// everything that is built on zlib. `node inflate-only.js ARCHIVE OUTPUT` prints the number of inflated bytes and their
// CRC-32. It writes no file if OUTPUT is the null device.

const [archive, output] = process.argv.slice(2);
const file = await open(archive);
// The local header (APPNOTE 4.3.7) has 30 bytes, then name and extra field, whose lengths are at offsets 26 and 28.
const { buffer: header } = await file.read(Buffer.alloc(30), 0, 30, 0);
const start = 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
const inflate = file
  .createReadStream({ start, highWaterMark: 256 * 1024 })
  .pipe(createInflateRaw({ chunkSize: 256 * 1024 }));
const copy = output === devNull ? null : createWriteStream(output);
let bytes = 0;
let crc = 0;
for await (const chunk of inflate) {
  bytes += chunk.length;
  crc = crc32(chunk, crc);
  if (copy?.write(chunk) === false) await once(copy, 'drain');
}
if (copy !== null) await finished(copy.end());
process.stdout.write(`${JSON.stringify({ bytes, crc })}\n`);
