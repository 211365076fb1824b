import { bitsAt, headerEnd, readDynamicHeader, useFixedCodes } from './block-header';
import {
  DISTANCE_BITS, DISTANCE_TABLE, EXCEPTION, LITERAL, LITERAL_BITS, LITERAL_TABLE, NO_SYMBOL, SUBTABLE,
} from './decode-table';
import { copyMatch } from './copy-match';
import { WINDOW } from './memory';
import { QUICK_LITERALS, QUICK_TABLE, WHOLE } from './quick-table';
import {
  BLOCK_TYPE, DISTANCE_CODE, DISTANCE_TOO_FAR, IS_DONE, IS_FULL, LITERAL_CODE, NEEDS_INPUT, OK, STORED_LENGTHS,
} from './status';

/** Where the next bit of the input is: an address times eight, plus a bit (RFC 1951, section 3.1.1). */
export let bitPosition: u32 = 0;
/** Where the next inflated byte goes. */
export let outputPosition: usize = 0;

/** Of what kind the block is whose data are being read (RFC 1951, section 3.2.3), or where there is none. */
export const NO_BLOCK: i32 = -1;
export const STORED: i32 = 0;
export const FIXED: i32 = 1;
export const DYNAMIC: i32 = 2;
export let block: i32 = NO_BLOCK;
/** Whether no other one follows. */
export let isFinal: bool = false;
/** Bytes of a stored block that are still to come. */
export let storedLeft: u32 = 0;

/**
 * Inflates until the input is used up, the output is full or the last block has ended. It pauses between two symbols
 * only; a header that is not whole is not used.
 *
 * @param inputEnd Address behind the compressed bytes.
 * @param outputEnd Address from which on no symbol's bytes begin. (The last one's may go on behind it.)
 * @returns A status.
 */
export function inflate(inputEnd: usize, outputEnd: usize): i32 {
  const end: u32 = inputEnd << 3;
  while (true) {
    if (block == NO_BLOCK) {
      if (isFinal) return IS_DONE;
      const status = readHeader(end);
      if (status != OK) return status;
    }
    const status = block == STORED ? copyStored(inputEnd, outputEnd) : decode(inputEnd, outputEnd);
    if (status != OK) return status;
    block = NO_BLOCK;
  }
}

/** RFC 1951, section 3.2.3. */
function readHeader(end: u32): i32 {
  if (bitPosition + 3 > end) return NEEDS_INPUT;
  const bits = <u32>bitsAt(bitPosition);
  const type = <i32>((bits >> 1) & 3);
  if (type == 3) return BLOCK_TYPE;
  if (type == STORED) {
    // RFC 1951, section 3.2.4.
    const bit = (bitPosition + 3 + 7) & ~7;
    if (bit + 32 > end) return NEEDS_INPUT;
    const lengths = <u32>bitsAt(bit);
    storedLeft = lengths & 0xffff;
    if (storedLeft != (lengths >> 16 ^ 0xffff)) return STORED_LENGTHS;
    bitPosition = bit + 32;
  } else if (type == FIXED) {
    useFixedCodes();
    bitPosition += 3;
  } else {
    const status = readDynamicHeader(bitPosition + 3, end);
    if (status != OK) return status;
    bitPosition = headerEnd;
  }
  isFinal = <bool>(bits & 1);
  block = type;
  return OK;
}

/** RFC 1951, section 3.2.4. */
function copyStored(inputEnd: usize, outputEnd: usize): i32 {
  const from: usize = bitPosition >> 3;
  const room = outputPosition < outputEnd ? outputEnd - outputPosition : 0;
  const bytes = min(min(storedLeft, inputEnd - from), room);
  memory.copy(outputPosition, from, bytes);
  outputPosition += bytes;
  bitPosition += bytes << 3;
  storedLeft -= bytes;
  if (storedLeft == 0) return OK;
  return bytes == room ? IS_FULL : NEEDS_INPUT;
}

/** RFC 1951, section 3.2.5: literals, and matches of a length and a distance, to the end of the block. */
function decode(inputEnd: usize, outputEnd: usize): i32 {
  if (<usize>(bitPosition >> 3) + FAST_INPUT_BYTES < inputEnd && outputPosition < outputEnd) {
    const status = decodeFast(inputEnd - FAST_INPUT_BYTES, outputEnd);
    if (status != NEEDS_INPUT) return status;
  }
  return decodeToEnd(inputEnd << 3, outputEnd);
}

/** Symbol by symbol, each of which is used only if all its bits are there. */
function decodeToEnd(end: u32, outputEnd: usize): i32 {
  let output = outputPosition;
  let status = NEEDS_INPUT;
  while (true) {
    if (output >= outputEnd) {
      status = IS_FULL;
      break;
    }
    let bits = bitsAt(bitPosition);
    const left = <i32>(end - bitPosition);
    let entry = load<u32>(LITERAL_TABLE + ((<usize>bits & LITERAL_MASK) << 2));
    let used: i32 = 0;
    if (entry & SUBTABLE) {
      used = LITERAL_BITS;
      bits >>= LITERAL_BITS;
      entry = load<u32>(LITERAL_TABLE + (((entry >> 16) + (<u32>bits & ~(-1 << ((entry >> 8) & 15)))) << 2));
    }
    used += <i32>(entry & 63);
    if (used > left) break;
    if (entry & LITERAL) {
      store<u8>(output, <u8>(entry >> 16));
      output++;
      bitPosition += used;
      continue;
    }
    if (entry & EXCEPTION) {
      status = entry & NO_SYMBOL ? LITERAL_CODE : OK;
      bitPosition += used;
      break;
    }
    const length = (entry >> 16) + <u32>((bits & ~(<u64>-1 << entry)) >> (entry >> 8));

    bits = bitsAt(bitPosition + used);
    entry = load<u32>(DISTANCE_TABLE + ((<usize>bits & DISTANCE_MASK) << 2));
    if (entry & SUBTABLE) {
      used += DISTANCE_BITS;
      bits >>= DISTANCE_BITS;
      entry = load<u32>(DISTANCE_TABLE + (((entry >> 16) + (<u32>bits & ~(-1 << ((entry >> 8) & 15)))) << 2));
    }
    // Of a code word that no distance has, zlib does not wait for more.
    used += <i32>(entry & 63);
    if (used > left) break;
    if (entry & NO_SYMBOL) {
      status = DISTANCE_CODE;
      break;
    }
    const distance = (entry >> 16) + <u32>((bits & ~(<u64>-1 << entry)) >> (entry >> 8));
    if (distance > output - WINDOW) {
      status = DISTANCE_TOO_FAR;
      break;
    }
    copyMatch(output, distance, length);
    output += length;
    bitPosition += used;
  }
  outputPosition = output;
  return status;
}

/**
 * As `decodeToEnd`, without looking at the input's end for each symbol: it begins none within the last bytes. Bits are
 * taken from a buffer of 64 that is filled by eight bytes at once, of which it counts as many as fit whole; the others
 * are there already when they are read again (Fabian Giesen, "Reading bits in far too many ways", variant 4). It is
 * kept three bits up, so that masked it is the offset of a table's entry.
 */
function decodeFast(inputLimit: usize, outputEnd: usize): i32 {
  let input: usize = bitPosition >> 3;
  let output = outputPosition;
  let status = NEEDS_INPUT;
  // Only the lowest six bits of the count are kept right.
  let count: u64 = 59 - (bitPosition & 7);
  let buffer = (load<u64>(input) >> (bitPosition & 7)) << 3;
  input += 7;
  buffer |= load<u64>(input) << count;
  input += <usize>(~count >> 3) & 7;
  count |= 56;
  let at = <usize>buffer & QUICK_MASK;
  let entry = load<u64>(at, QUICK_TABLE);
  while (true) {
    do {
      if (!(entry & WHOLE)) break;
      {
        const distance = load<u32>(at, QUICK_TABLE + 4) + <u32>((buffer & ~(<u64>-8 << entry)) >> (entry >> 8));
        const length = <u32>load<u16>(at, QUICK_TABLE + 2);
        const literals = <u32>entry & <u32>QUICK_LITERALS;
        const from = select<usize>(at + (QUICK_TABLE + 4), output - distance, literals);
        buffer >>= entry;
        count -= entry;
        at = <usize>buffer & QUICK_MASK;
        entry = load<u64>(at, QUICK_TABLE);
        v128.store(output, v128.load(from));
        if (<i32>(length > 16) | <i32>(distance < 16) | <i32>(distance > output - WINDOW)) {
          if (!literals) {
            if (distance > output - WINDOW) return DISTANCE_TOO_FAR;
            copyMatch(output, distance, length);
          }
        }
        output += length;
      }
      if (!(entry & WHOLE)) break;
      {
        const distance = load<u32>(at, QUICK_TABLE + 4) + <u32>((buffer & ~(<u64>-8 << entry)) >> (entry >> 8));
        const length = <u32>load<u16>(at, QUICK_TABLE + 2);
        const literals = <u32>entry & <u32>QUICK_LITERALS;
        const from = select<usize>(at + (QUICK_TABLE + 4), output - distance, literals);
        buffer >>= entry;
        count -= entry;
        at = <usize>buffer & QUICK_MASK;
        entry = load<u64>(at, QUICK_TABLE);
        v128.store(output, v128.load(from));
        if (<i32>(length > 16) | <i32>(distance < 16) | <i32>(distance > output - WINDOW)) {
          if (!literals) {
            if (distance > output - WINDOW) return DISTANCE_TOO_FAR;
            copyMatch(output, distance, length);
          }
        }
        output += length;
      }
      buffer |= load<u64>(input) << count;
      input += <usize>(~count >> 3) & 7;
      count |= 56;
      if (!(entry & WHOLE)) break;
      {
        const distance = load<u32>(at, QUICK_TABLE + 4) + <u32>((buffer & ~(<u64>-8 << entry)) >> (entry >> 8));
        const length = <u32>load<u16>(at, QUICK_TABLE + 2);
        const literals = <u32>entry & <u32>QUICK_LITERALS;
        const from = select<usize>(at + (QUICK_TABLE + 4), output - distance, literals);
        buffer >>= entry;
        count -= entry;
        at = <usize>buffer & QUICK_MASK;
        entry = load<u64>(at, QUICK_TABLE);
        v128.store(output, v128.load(from));
        if (<i32>(length > 16) | <i32>(distance < 16) | <i32>(distance > output - WINDOW)) {
          if (!literals) {
            if (distance > output - WINDOW) return DISTANCE_TOO_FAR;
            copyMatch(output, distance, length);
          }
        }
        output += length;
      }
      if (!(entry & WHOLE)) break;
      {
        const distance = load<u32>(at, QUICK_TABLE + 4) + <u32>((buffer & ~(<u64>-8 << entry)) >> (entry >> 8));
        const length = <u32>load<u16>(at, QUICK_TABLE + 2);
        const literals = <u32>entry & <u32>QUICK_LITERALS;
        const from = select<usize>(at + (QUICK_TABLE + 4), output - distance, literals);
        buffer >>= entry;
        count -= entry;
        at = <usize>buffer & QUICK_MASK;
        entry = load<u64>(at, QUICK_TABLE);
        v128.store(output, v128.load(from));
        if (<i32>(length > 16) | <i32>(distance < 16) | <i32>(distance > output - WINDOW)) {
          if (!literals) {
            if (distance > output - WINDOW) return DISTANCE_TOO_FAR;
            copyMatch(output, distance, length);
          }
        }
        output += length;
      }
      buffer |= load<u64>(input) << count;
      input += <usize>(~count >> 3) & 7;
      count |= 56;
    } while (input < inputLimit && output < outputEnd);
    if (input >= inputLimit || output >= outputEnd) break;

    // Symbol by symbol, with the bits that the longest ones have.
    buffer |= load<u64>(input) << count;
    input += <usize>(~count >> 3) & 7;
    count |= 56;
    let bits = buffer >> 3;
    let taken: u64 = 0;
    let symbol: u64 = load<u32>((<usize>bits & LITERAL_MASK) << 2, LITERAL_TABLE);
    if (symbol & SUBTABLE) {
      taken = LITERAL_BITS;
      bits >>= LITERAL_BITS;
      symbol = load<u32>((<usize>(symbol >> 16) + (<usize>bits & ~(<usize>-1 << <usize>((symbol >> 8) & 15)))) << 2, LITERAL_TABLE);
    }
    taken += symbol & 63;
    if (symbol & LITERAL) {
      store<u8>(output, <u8>(symbol >> 16));
      output++;
    } else if (symbol & EXCEPTION) {
      count -= taken;
      status = symbol & NO_SYMBOL ? LITERAL_CODE : OK;
      break;
    } else {
      const length = <u32>((symbol >> 16) + ((bits & ~(<u64>-1 << symbol)) >> (symbol >> 8)));
      bits >>= symbol;
      symbol = load<u32>((<usize>bits & DISTANCE_MASK) << 2, DISTANCE_TABLE);
      if (symbol & SUBTABLE) {
        taken += DISTANCE_BITS;
        bits >>= DISTANCE_BITS;
        symbol = load<u32>((<usize>(symbol >> 16) + (<usize>bits & ~(<usize>-1 << <usize>((symbol >> 8) & 15)))) << 2, DISTANCE_TABLE);
      }
      if (symbol & NO_SYMBOL) {
        status = DISTANCE_CODE;
        break;
      }
      const distance = <usize>((symbol >> 16) + ((bits & ~(<u64>-1 << symbol)) >> (symbol >> 8)));
      taken += symbol & 63;
      if (distance > output - WINDOW) {
        status = DISTANCE_TOO_FAR;
        break;
      }
      copyMatch(output, distance, length);
      output += length;
    }
    buffer >>= taken;
    count -= taken;
    at = <usize>buffer & QUICK_MASK;
    entry = load<u64>(at, QUICK_TABLE);
    buffer |= load<u64>(input) << count;
    input += <usize>(~count >> 3) & 7;
    count |= 56;
  }
  outputPosition = output;
  bitPosition = (input << 3) - ((<u32>count & 63) - 3);
  return status;
}

/** What is left for `decodeToEnd`: a round of the loop takes less. */
const FAST_INPUT_BYTES: usize = 64;

const QUICK_MASK: usize = ((1 << LITERAL_BITS) - 1) << 3;
const LITERAL_MASK: usize = (1 << LITERAL_BITS) - 1;
const DISTANCE_MASK: usize = (1 << DISTANCE_BITS) - 1;
