import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { finished } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

// What Node's zlib takes for an archive's first entry, in 256 KiB chunks, with CRC-32 and nothing else: the floor for
// everything that is built on it. `node inflate-only.js ARCHIVE OUTPUT` prints the inflated bytes and their CRC-32. It
// writes them only where OUTPUT is not the null device.

const [archive, output] = process.argv.slice(2);
const file = await open(archive);
// The local header (APPNOTE 4.3.7) has 30 bytes; at 26 and 28 are the lengths of the name and the extra field behind it.
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
