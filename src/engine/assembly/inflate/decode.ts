import { WINDOW } from '../memory';
import { bitsAt, isDeflate64 } from './block-header';
import { copyMatch } from './copy-match';
import { decodeQuickly, decodeQuickly64, QUICK_INPUT_BYTES } from './decode-quickly';
import {
  DISTANCE_BITS, DISTANCE_TABLE, entryIn, entryOf, EXCEPTION, LITERAL, LITERAL_BITS, LITERAL_TABLE, NO_SYMBOL, SUBTABLE,
  valueOf,
} from './decode-table';
import { bitPosition, goTo, outputPosition } from './position';
import { DISTANCE_CODE, DISTANCE_TOO_FAR, IS_FULL, LITERAL_CODE, NEEDS_INPUT, OK } from './status';

/**
 * Decodes literals and matches (RFC 1951, section 3.2.3) to the end of the block, of the input or of the output.
 */
export function decode(inputEnd: usize, outputEnd: usize): i32 {
  if ((bitPosition >> 3) + QUICK_INPUT_BYTES < inputEnd && outputPosition < outputEnd) {
    const inputLimit = inputEnd - QUICK_INPUT_BYTES;
    const status = isDeflate64 ? decodeQuickly64(inputLimit, outputEnd) : decodeQuickly(inputLimit, outputEnd);
    if (status != NEEDS_INPUT) return status;
  }
  return decodeToEnd(inputEnd << 3, outputEnd);
}

/**
 * Decodes symbol by symbol. One is used only if all its bits are there. A wrong one is reported as soon as the bits that
 * make it wrong are there, as zlib does.
 */
function decodeToEnd(end: u32, outputEnd: usize): i32 {
  let position = bitPosition;
  let output = outputPosition;
  let status = NEEDS_INPUT;
  while (true) {
    if (output >= outputEnd) {
      status = IS_FULL;
      break;
    }
    // Negative if some bits of the next byte are used already, and that byte has not been given again.
    const left = <i32>(end - position);
    let bits = bitsAt(position);
    let entry = entryOf(LITERAL_TABLE, LITERAL_BITS, bits);
    let used: i32 = 0;
    if (entry & SUBTABLE) {
      used = LITERAL_BITS;
      bits >>= LITERAL_BITS;
      entry = entryIn(LITERAL_TABLE, entry, bits);
    }
    used += entry & 63;
    if (used > left) break;
    if (entry & LITERAL) {
      store<u8>(output, <u8>(entry >> 16));
      output++;
      position += used;
      continue;
    }
    if (entry & EXCEPTION) {
      status = entry & NO_SYMBOL ? LITERAL_CODE : OK;
      position += used;
      break;
    }
    const length = valueOf(entry, bits);

    bits = bitsAt(position + used);
    entry = entryOf(DISTANCE_TABLE, DISTANCE_BITS, bits);
    if (entry & SUBTABLE) {
      used += DISTANCE_BITS;
      bits >>= DISTANCE_BITS;
      entry = entryIn(DISTANCE_TABLE, entry, bits);
    }
    used += entry & 63;
    if (used > left) break;
    if (entry & NO_SYMBOL) {
      status = DISTANCE_CODE;
      break;
    }
    const distance = valueOf(entry, bits);
    if (distance > output - WINDOW) {
      status = DISTANCE_TOO_FAR;
      break;
    }
    copyMatch(output, distance, length);
    output += length;
    position += used;
  }
  goTo(position, output);
  return status;
}
