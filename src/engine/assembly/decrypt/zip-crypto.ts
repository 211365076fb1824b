// Traditional PKWARE encryption (APPNOTE 6.1).

export let key0: u32 = 0;
export let key1: u32 = 0;
export let key2: u32 = 0;

const MULTIPLIER: u32 = 134775813;

/** The CRC-32 of each byte. */
const CRC_TABLE: usize = memory.data(256 * 4, 64);

/** The low bytes of CRC_TABLE, times MULTIPLIER. */
const PRODUCTS: usize = memory.data(256 * 4, 64);

/** The index in CRC_TABLE of each low byte. */
const PLACES: usize = memory.data(256, 64);

for (let byte: u32 = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & (0 - (crc & 1)));
  store<u32>(CRC_TABLE + (byte << 2), crc);
  store<u32>(PRODUCTS + (byte << 2), (crc & 0xff) * MULTIPLIER);
  store<u8>(PLACES + (crc & 0xff), byte);
}

/** Puts the keys where they were when a snapshot was taken, or where they begin. */
export function beginKeys(first: u32, second: u32, third: u32): void {
  key0 = first;
  key1 = second;
  key2 = third;
}

/** Takes the bytes of a password into the keys. */
export function takePassword(start: usize, end: usize): void {
  for (; start < end; start++) {
    key0 = next(key0, u32(load<u8>(start)));
    key1 = (key1 + (key0 & 0xff)) * MULTIPLIER + 1;
    key2 = next(key2, key1 >>> 24);
  }
}

/**
 * Decrypts bytes in place. Each byte's key depends on all bytes before it, so the length of that chain is what it costs:
 * from `third` to `pad`, `second` and the next `third`. What does not need `pad` is done beside it.
 *
 * `second` needs the low byte of the new `first`, times MULTIPLIER. That byte is one of CRC_TABLE, XORed with one of the old
 * `first`. An XOR of two entries of CRC_TABLE is the entry at the XOR of their indexes, so the product is a single load.
 */
export function decryptZipCrypto(start: usize, end: usize): void {
  let first = key0;
  let second = key1;
  let third = key2;
  for (; start < end; start++) {
    const encrypted = u32(load<u8>(start));
    const index = (first ^ encrypted) & 0xff;
    const place = index ^ u32(load<u8>(PLACES + ((first >>> 8) & 0xff)));
    const product = second * MULTIPLIER + 1;
    const half = third | 2;
    const pad = ((half * (half ^ 1)) >>> 8) & 0xff;
    store<u8>(start, encrypted ^ pad);
    first = load<u32>(CRC_TABLE + ((index ^ pad) << 2)) ^ (first >>> 8);
    second = product + load<u32>(PRODUCTS + ((place ^ pad) << 2));
    third = next(third, second >>> 24);
  }
  key0 = first;
  key1 = second;
  key2 = third;
}

/** A step of the CRC-32. */
// @ts-ignore: decorator
@inline
function next(crc: u32, byte: u32): u32 {
  return load<u32>(CRC_TABLE + (((crc & 0xff) ^ byte) << 2)) ^ (crc >>> 8);
}
