import { writeZip } from './zip-writer.js';

/** @import { ZipEnd } from './zip-writer.js' */

/**
 * An archive with very many empty entries, named by their numbers from `0000000` on.
 *
 * @param {number} count
 * @param {ZipEnd} end
 * @param {Buffer} [one] The archive of the first of them, of which all others are copies.
 * @returns {Buffer}
 */
export function manyEntries(count, end, one = writeZip([{ name: '0000000', method: 0 }])) {
  const directory = one.readUInt32LE(one.length - 6);
  const files = repeat(one.subarray(0, directory), count, NAME_IN_FILE);
  const headers = repeat(one.subarray(directory, one.length - 22), count, NAME_IN_HEADER);
  for (let index = 0; index < count; index++) {
    headers.writeUInt32LE(index * directory, (index * headers.length) / count + OFFSET_IN_HEADER);
  }
  const position = files.length + headers.length;
  const declared = { count, directorySize: headers.length, directoryOffset: files.length, locatorOffset: position };
  return Buffer.concat([files, headers, writeZip([], { ...declared, ...end })]);
}

/**
 * @param {Buffer} record
 * @param {number} count
 * @param {number} name Where it is in the record.
 */
function repeat(record, count, name) {
  const records = Buffer.alloc(record.length * count, record);
  for (let index = 0; index < count; index++) {
    records.write(String(index).padStart(7, '0'), index * record.length + name, 'latin1');
  }
  return records;
}

const NAME_IN_FILE = 30;
const NAME_IN_HEADER = 46;
const OFFSET_IN_HEADER = 42;
