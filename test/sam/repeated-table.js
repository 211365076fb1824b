import { constants, crc32, deflateRawSync } from 'node:zlib';
import { bigTable } from '../behaviour/big-table.js';
import { writeZip } from '../support/zip-writer.js';

/**
 * An archive with a table that is made of a smaller one, again and again, and so in no time.
 *
 * @param {number} atLeast Bytes of the table.
 * @param {(text: string) => string} [change] Changes the table.
 * @returns {{ archive: Buffer, bytes: number }}
 */
export function repeatedTable(atLeast, change = text => text) {
  const table = Buffer.from(change(bigTable(16 * MIB).toString('latin1')), 'latin1');
  const body = table.subarray(table.indexOf('\n') + 1);
  const times = Math.ceil(atLeast / body.length);
  const header = table.subarray(0, table.length - body.length);
  // After a full flush, any other piece can follow.
  const piece = deflateRawSync(body, { finishFlush: constants.Z_FULL_FLUSH });
  const raw = Buffer.concat([
    deflateRawSync(header, { finishFlush: constants.Z_FULL_FLUSH }),
    ...Array(times).fill(piece),
    deflateRawSync(Buffer.alloc(0)),
  ]);
  let crc = crc32(header);
  for (let index = 0; index < times; index += 1) crc = crc32(body, crc);
  const bytes = header.length + times * body.length;
  return { archive: writeZip([{ name: 'big.csv', raw, size: bytes, crc32: crc }]), bytes };
}

const MIB = 1024 ** 2;
