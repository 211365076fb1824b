import { bitsAt, headerEnd, readDynamicHeader, useFixedCodes } from './block-header';
import { decode } from './decode';
import { bitPosition, goTo, outputPosition } from './position';
import { BLOCK_TYPE, IS_DONE, IS_FULL, NEEDS_INPUT, OK, STORED_LENGTHS } from './status';

/** The type of the block that is being read (RFC 1951, section 3.2.3). */
export const NO_BLOCK: i32 = -1;
export const STORED: i32 = 0;
export const FIXED: i32 = 1;
export const DYNAMIC: i32 = 2;
export let block: i32 = NO_BLOCK;
/** Whether it is the last one (BFINAL). */
export let isLastBlock: bool = false;
/** How many bytes of a stored block are left. */
export let storedLeft: u32 = 0;

/**
 * Inflates until the input is used up, the output is full or the last block has ended. It stops only between two symbols;
 * a header that is cut off is not used.
 *
 * @param inputEnd Address behind the compressed bytes.
 * @param outputEnd Address at which no further symbol begins. The last one's bytes may reach beyond it.
 * @returns A status.
 */
export function inflate(inputEnd: usize, outputEnd: usize): i32 {
  const end: u32 = inputEnd << 3;
  while (true) {
    if (block == NO_BLOCK) {
      if (isLastBlock) return IS_DONE;
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
    goTo(bit + 32, outputPosition);
  } else if (type == FIXED) {
    useFixedCodes();
    goTo(bitPosition + 3, outputPosition);
  } else {
    const status = readDynamicHeader(bitPosition + 3, end);
    if (status != OK) return status;
    goTo(headerEnd, outputPosition);
  }
  isLastBlock = <bool>(bits & 1);
  block = type;
  return OK;
}

/** RFC 1951, section 3.2.4. */
function copyStored(inputEnd: usize, outputEnd: usize): i32 {
  const from: usize = bitPosition >> 3;
  const room = outputPosition < outputEnd ? outputEnd - outputPosition : 0;
  const bytes = min(min(storedLeft, inputEnd - from), room);
  memory.copy(outputPosition, from, bytes);
  goTo(bitPosition + (bytes << 3), outputPosition + bytes);
  storedLeft -= bytes;
  if (storedLeft == 0) return OK;
  return bytes == room ? IS_FULL : NEEDS_INPUT;
}
