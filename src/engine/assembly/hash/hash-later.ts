import { OUTPUT_BYTES } from '../memory';
import { INNER, OUTER, writeDigits } from './hash-value';
import { beginLanes, compressLanes, STATES, turn, WORDS } from './sha256-lanes';

// HMAC-SHA-256 of short values. Room is left for their digits, which are written four values at a time once all records of a
// call of `editRecords` are.

/** Longer values take more than one block with the padding. */
export const MAX_SHORT_BYTES: u32 = 55;

// Values that are not hashed yet, 12 bytes each: where they begin, their length, where their digits go. In all of the output
// region, with the slack behind it, there is no room for the digits of more.
const QUEUE: u32 = u32(memory.data(12 * (OUTPUT_BYTES / 64 + 32), 16));
const LENGTH: usize = 4;
const TARGET: usize = 8;
const QUEUED_BYTES: u32 = 12;

let queued: u32 = QUEUE;

export function beginHashes(): void {
  queued = QUEUE;
}

/** Forgets the values whose digits were to be written from an address on. */
export function takeBackHashes(address: u32): void {
  while (queued > QUEUE && load<u32>(queued - QUEUED_BYTES, TARGET) >= address) queued -= QUEUED_BYTES;
}

/** @param target Where 64 digits will be written. Until then, the value's bytes must not change. */
export function hashLater(start: u32, end: u32, target: u32): void {
  store<u32>(queued, start);
  store<u32>(queued, end - start, LENGTH);
  store<u32>(queued, target, TARGET);
  queued += QUEUED_BYTES;
}

/** Hashes the values. May read 63 bytes past their ends. */
export function endHashes(): void {
  for (let entry = QUEUE; entry < queued; entry += 4 * QUEUED_BYTES) hashFour(entry);
  queued = QUEUE;
}

function hashFour(first: u32): void {
  const last = queued - QUEUED_BYTES;
  for (let lane: u32 = 0; lane < 4; lane++) {
    const entry = entryOf(first, lane, last);
    padValue(load<u32>(entry), load<u32>(entry, LENGTH), BLOCKS + lane * BLOCK_BYTES);
  }
  for (let offset: u32 = 0; offset < BLOCK_BYTES; offset += 16) turn(BLOCKS + offset, BLOCK_BYTES, WORDS + 4 * offset);
  beginLanes(INNER);
  compressLanes();
  memory.copy(WORDS, STATES, 8 * 16);
  v128.store(WORDS, i32x4.splat(0x8000_0000 as i32), 8 * 16);
  memory.fill(WORDS + 9 * 16, 0, 6 * 16);
  v128.store(WORDS, i32x4.splat(8 * (BLOCK_BYTES + HASH_BYTES)), 15 * 16);
  beginLanes(OUTER);
  compressLanes();
  turn(STATES, 16, BLOCKS);
  turn(STATES + 64, 16, BLOCKS + 64);
  for (let lane: u32 = 0; lane < 4; lane++) {
    const target = load<u32>(entryOf(first, lane, last), TARGET);
    writeDigits(BLOCKS + (lane << 4), target);
    writeDigits(BLOCKS + 64 + (lane << 4), target + 32);
  }
}

/** Of fewer than four, the last one takes the lanes that are left. */
// @ts-ignore: decorator
@inline
function entryOf(first: u32, lane: u32, last: u32): u32 {
  return min(first + lane * QUEUED_BYTES, last);
}

/** Writes a value with its padding (FIPS 180-4, section 5.1.1), as the second block of a message. */
// @ts-ignore: decorator
@inline
function padValue(start: u32, length: u32, block: u32): void {
  const end = i8x16.splat(length as i8);
  for (let offset: u32 = 0; offset < BLOCK_BYTES; offset += 16) {
    const positions = i8x16.add(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(offset as i8));
    const bytes = v128.and(v128.load(start + offset), i8x16.lt_u(positions, end));
    v128.store(block + offset, v128.or(bytes, v128.and(i8x16.eq(positions, end), i8x16.splat(0x80 as i8))));
  }
  store<u32>(block, bswap<u32>((BLOCK_BYTES + length) << 3), 60);
}

const BLOCK_BYTES: u32 = 64;
const HASH_BYTES: u32 = 32;
// The blocks of four values, one after the other; then four times 16 bytes of their hashes, and the rest of them.
const BLOCKS: u32 = u32(memory.data(4 * 64, 16));
