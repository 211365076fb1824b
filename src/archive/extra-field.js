/**
 * The first extra field of a kind (APPNOTE 4.5.1). What runs past the end of its block, as padding of some tools does,
 * is none.
 *
 * @param {Buffer} block
 * @param {number} id
 * @returns {Buffer | null} Its data.
 */
export function findExtraField(block, id) {
  return findExtraFields(block, id).next().value ?? null;
}

/**
 * All extra fields of a kind.
 *
 * @param {Buffer} block
 * @param {number} id
 * @returns {Generator<Buffer, void>} Their data.
 */
export function* findExtraFields(block, id) {
  let position = 0;
  while (position + 4 <= block.length) {
    const end = position + 4 + block.readUInt16LE(position + 2);
    if (end > block.length) return;
    if (block.readUInt16LE(position) === id) yield block.subarray(position + 4, end);
    position = end;
  }
}

/**
 * Values that did not fit into a header's 32 bits stand in the zip64 field, in the header's order, and only those
 * (APPNOTE 4.5.3). Without such a field, the largest number that 32 bits hold is the value itself.
 *
 * @param {Buffer} block
 * @param {number[]} values The header's.
 * @returns {number[]} NaN for one that the field lacks.
 */
export function readZip64Values(block, values) {
  if (!values.includes(IN_ZIP64)) return values;
  const field = findExtraField(block, ZIP64_FIELD);
  if (field === null) return values;
  let position = 0;
  return values.map(value => {
    if (value !== IN_ZIP64) return value;
    position += 8;
    if (position > field.length) return Number.NaN;
    return Number(field.readBigUInt64LE(position - 8));
  });
}

/** In place of a value that stands in the zip64 field. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 0x0001;
