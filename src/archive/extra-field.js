/**
 * Finds the first extra field with an ID (APPNOTE 4.5.1). A field that runs past the end of its block is ignored: some
 * tools pad that way.
 *
 * @param {Buffer} block
 * @param {number} id
 * @param {number} [start] Where a field begins: those before it are passed over.
 * @returns {Buffer | null} Its data.
 */
export function findExtraField(block, id, start = 0) {
  let position = start;
  while (position + 4 <= block.length) {
    //  0 - header ID
    const fieldId = block.readUInt16LE(position);
    //  2 - size of the data
    const end = position + 4 + block.readUInt16LE(position + 2);
    if (end > block.length) return null;
    //  4 - data
    if (fieldId === id) return block.subarray(position + 4, end);
    position = end;
  }
  return null;
}

/**
 * Finds all extra fields with an ID. It is no generator: mostly there are none, and that would cost more than the search.
 *
 * @param {Buffer} block
 * @param {number} id
 * @returns {Buffer[]} Their data.
 */
export function findExtraFields(block, id) {
  const found = [];
  for (let field = findExtraField(block, id); field !== null; ) {
    found.push(field);
    field = findExtraField(block, id, field.byteOffset - block.byteOffset + field.length);
  }
  return found;
}

/**
 * Replaces values that did not fit into a header's 32 bits with those in the zip64 field (APPNOTE 4.5.3). The field
 * holds only these, in a fixed order. Without the field, 0xFFFFFFFF is taken literally.
 *
 * @param {Buffer} block
 * @param {number[]} values The header's: uncompressed size, compressed size, and offset of the local header if wanted.
 * @returns {number[]} NaN for one that the field lacks.
 */
export function readZip64Values(block, values) {
  if (!values.includes(IN_ZIP64)) return values;
  const field = findExtraField(block, ZIP64_FIELD);
  if (field === null) return values;
  //  0 - uncompressed size
  //  8 - compressed size
  // 16 - offset of the local header
  // 24 - number of the disk on which the entry starts (4 bytes)
  let position = 0;
  return values.map(value => {
    if (value !== IN_ZIP64) return value;
    position += 8;
    if (position > field.length) return Number.NaN;
    return Number(field.readBigUInt64LE(position - 8));
  });
}

/** Marks a value that is in the zip64 field. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 0x0001;
