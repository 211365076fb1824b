/**
 * A record of an archive and the offsets of its fields.
 *
 * @typedef {object} ArchiveRecord
 * @property {'local' | 'central' | 'end' | 'zip64' | 'locator' | 'descriptor'} kind
 * @property {number} start
 * @property {number} end With its name, extra field and comment; a local header's without the content.
 * @property {number} entry The entry's number, -1 for the end records.
 * @property {Field[]} fields
 *
 * @typedef {{ name: string, at: number, width: number }} Field
 */

/**
 * Finds the records of a valid archive.
 *
 * @param {Buffer} bytes
 * @param {number} end The offset of its end record.
 * @returns {ArchiveRecord[]} By their offsets.
 */
export function layoutOf(bytes, end) {
  const records = [record('end', bytes, end, -1, bytes.readUInt16LE(end + 20))];
  const hasZip64 = end >= 20 && bytes.readUInt32LE(end - 20) === 0x07064b50;
  if (hasZip64) records.push(record('locator', bytes, end - 20, -1), record('zip64', bytes, end - 76, -1));
  const size = hasZip64 ? Number(bytes.readBigUInt64LE(end - 76 + 40)) : bytes.readUInt32LE(end + 12);
  const offset = hasZip64 ? Number(bytes.readBigUInt64LE(end - 76 + 48)) : bytes.readUInt32LE(end + 16);
  const directoryEnd = hasZip64 ? end - 76 : end;
  const shift = directoryEnd - size - offset;
  for (let at = directoryEnd - size, entry = 0; at < directoryEnd; entry++) {
    const [name, extra, comment] = [28, 30, 32].map(field => bytes.readUInt16LE(at + field));
    const header = record('central', bytes, at, entry, name + extra + comment);
    records.push(header, ...recordsOfEntry(bytes, at, entry, shift));
    at = header.end;
  }
  return records.sort((a, b) => a.start - b.start);
}

/**
 * @param {Buffer} bytes
 * @param {number} at The offset of the entry's directory header.
 * @param {number} entry
 * @param {number} shift
 */
function recordsOfEntry(bytes, at, entry, shift) {
  const extra = at + 46 + bytes.readUInt16LE(at + 28);
  let wide = zip64Block(bytes, extra);
  const [, compressedSize, offset] = [24, 20, 42].map(field => {
    const value = bytes.readUInt32LE(at + field);
    if (value !== 0xffffffff) return value;
    wide += 8;
    return Number(bytes.readBigUInt64LE(wide - 8));
  });
  const start = offset + shift;
  const local = record('local', bytes, start, entry, bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28));
  if ((bytes.readUInt16LE(at + 8) & 8) === 0) return [local];
  const after = local.end + compressedSize;
  const isWide = bytes.readUInt32LE(at + 24) === 0xffffffff;
  const isSigned = bytes.readUInt32LE(after) === 0x08074b50;
  return [local, record('descriptor', bytes, after, entry, (isSigned ? 4 : 0) + (isWide ? 8 : 0))];
}

/**
 * @param {Buffer} bytes
 * @param {number} at
 */
function zip64Block(bytes, at) {
  let block = at;
  while (block < bytes.length - 4 && bytes.readUInt16LE(block) !== 1) block += 4 + bytes.readUInt16LE(block + 2);
  return block + 4;
}

/**
 * @param {ArchiveRecord['kind']} kind
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} entry
 * @param {number} [more] Bytes behind the fields.
 * @returns {ArchiveRecord}
 */
function record(kind, bytes, start, entry, more = 0) {
  let at = start;
  const fields = FIELDS[kind].map(([name, width]) => {
    at += width;
    return { name, at: at - width, width };
  });
  for (let position = at; position + 4 <= at + more && kind !== 'end'; position += 4) {
    fields.push({ name: 'more', at: position, width: position % 3 === 0 ? 2 : 4 });
  }
  return { kind, start, end: Math.min(at + more, bytes.length), entry, fields };
}

/** @type {Record<ArchiveRecord['kind'], [name: string, width: number][]>} */
const FIELDS = {
  // APPNOTE 4.3.7, 4.3.9, 4.3.12, 4.3.14, 4.3.15, 4.3.16.
  local: [
    ['signature', 4],
    ['version', 2],
    ['flags', 2],
    ['method', 2],
    ['moment', 4],
    ['crc32', 4],
    ['compressedSize', 4],
    ['size', 4],
    ['nameLength', 2],
    ['extraLength', 2],
  ],
  descriptor: [
    ['crc32', 4],
    ['compressedSize', 4],
    ['size', 4],
  ],
  central: [
    ['signature', 4],
    ['madeBy', 2],
    ['version', 2],
    ['flags', 2],
    ['method', 2],
    ['moment', 4],
    ['crc32', 4],
    ['compressedSize', 4],
    ['size', 4],
    ['nameLength', 2],
    ['extraLength', 2],
    ['commentLength', 2],
    ['disk', 2],
    ['internalAttributes', 2],
    ['externalAttributes', 4],
    ['offset', 4],
  ],
  zip64: [
    ['signature', 4],
    ['recordSize', 8],
    ['madeBy', 2],
    ['version', 2],
    ['disk', 4],
    ['directoryDisk', 4],
    ['countHere', 8],
    ['count', 8],
    ['directorySize', 8],
    ['directoryOffset', 8],
  ],
  locator: [
    ['signature', 4],
    ['disk', 4],
    ['offset', 8],
    ['disks', 4],
  ],
  end: [
    ['signature', 4],
    ['disk', 2],
    ['directoryDisk', 2],
    ['countHere', 2],
    ['count', 2],
    ['directorySize', 4],
    ['directoryOffset', 4],
    ['commentLength', 2],
  ],
};
