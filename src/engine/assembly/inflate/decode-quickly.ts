import { WINDOW } from '../memory';
import { copyMatch } from './copy-match';
import {
  DISTANCE_BITS, DISTANCE_TABLE, entryIn, entryOf, EXCEPTION, LITERAL, LITERAL_BITS, LITERAL_TABLE, NO_SYMBOL, SUBTABLE,
  valueOf,
} from './decode-table';
import { bitPosition, goTo, outputPosition } from './position';
import { QUICK_LITERALS, QUICK_MASK, QUICK_TABLE, quickDistance, quickLength } from './quick-table';
import { DISTANCE_CODE, DISTANCE_TOO_FAR, LITERAL_CODE, NEEDS_INPUT, OK } from './status';

/** More than a round of the loop reads. */
export const QUICK_INPUT_BYTES: usize = 32;

/**
 * Decodes symbols (RFC 1951, section 3.2.3) until `inputLimit`, which `QUICK_INPUT_BYTES` follow, or `outputEnd`, which slack
 * follows. So no other bounds need to be checked.
 *
 * Bits are taken from a buffer of 64, which is filled with eight bytes of the input at a time. It counts those that fit
 * entirely; the others are put in again later, onto the same bits (Fabian Giesen, "Reading bits in far too many ways",
 * variant 4). The next bit is bit 3, so that the buffer, masked, is the offset of an entry of eight bytes; the bits below have
 * no meaning. The next entry is looked up before the last one is copied and before the buffer is filled, since everything
 * waits for it.
 */
export function decodeQuickly(inputLimit: usize, outputEnd: usize): i32 {
  return decodeSymbols(inputLimit, outputEnd, false);
}

/** The same for deflate64. A function of its own, since a test for each symbol would cost deflate time. */
export function decodeQuickly64(inputLimit: usize, outputEnd: usize): i32 {
  return decodeSymbols(inputLimit, outputEnd, true);
}

// @ts-ignore: decorator
@inline
function decodeSymbols(inputLimit: usize, outputEnd: usize, is64: bool): i32 {
  let input: usize = bitPosition >> 3;
  let output = outputPosition;
  let status = NEEDS_INPUT;
  // Only its lowest six bits are valid: a whole entry is subtracted, and shifted by.
  let count: u64 = 59 - (bitPosition & 7);
  let buffer = (load<u64>(input) >> (bitPosition & 7)) << 3;
  input += 7;
  let at = <usize>buffer & QUICK_MASK;
  let entry = load<u64>(at, QUICK_TABLE);
  do {
    // Now it holds 53 bits or more.
    buffer |= load<u64>(input) << count;
    input += <usize>(~count >> 3) & 7;
    count |= 56;

    // Two entries take at most 25 bits each: the next one's eleven are still there.
    if (entry) {
      let length = quickLength(at);
      let distance = quickDistance(at, entry, buffer);
      let literals = <u32>(entry & QUICK_LITERALS);
      let from = select<usize>(at + (QUICK_TABLE + 4), output - distance, literals);
      buffer >>= entry;
      count -= entry;
      at = <usize>buffer & QUICK_MASK;
      entry = load<u64>(at, QUICK_TABLE);
      if (!copyEntry(output, from, length, distance, literals)) {
        status = DISTANCE_TOO_FAR;
        break;
      }
      output += length;

      // The same again, written out: so much state can only be passed on in one function's variables.
      if (entry) {
        length = quickLength(at);
        distance = quickDistance(at, entry, buffer);
        literals = <u32>(entry & QUICK_LITERALS);
        from = select<usize>(at + (QUICK_TABLE + 4), output - distance, literals);
        buffer >>= entry;
        count -= entry;
        at = <usize>buffer & QUICK_MASK;
        entry = load<u64>(at, QUICK_TABLE);
        if (!copyEntry(output, from, length, distance, literals)) {
          status = DISTANCE_TOO_FAR;
          break;
        }
        output += length;
        continue;
      }
    }

    // A symbol without an entry; with the distance of a length it takes at most 48 bits, in deflate64 31 and then 29.
    buffer |= load<u64>(input) << count;
    input += <usize>(~count >> 3) & 7;
    count |= 56;
    let symbol = entryOf(LITERAL_TABLE, LITERAL_BITS, buffer >> 3);
    if (symbol & SUBTABLE) {
      buffer >>= LITERAL_BITS;
      count -= LITERAL_BITS;
      symbol = entryIn(LITERAL_TABLE, symbol, buffer >> 3);
    }
    let bits = buffer >> 3;
    buffer >>= symbol & 63;
    count -= symbol & 63;
    if (symbol & LITERAL) {
      store<u8>(output, <u8>(symbol >> 16));
      output++;
    } else if (symbol & EXCEPTION) {
      status = symbol & NO_SYMBOL ? LITERAL_CODE : OK;
      break;
    } else {
      const length = valueOf(symbol, bits);
      if (is64) {
        buffer |= load<u64>(input) << count;
        input += <usize>(~count >> 3) & 7;
        count |= 56;
      }
      symbol = entryOf(DISTANCE_TABLE, DISTANCE_BITS, buffer >> 3);
      if (symbol & SUBTABLE) {
        buffer >>= DISTANCE_BITS;
        count -= DISTANCE_BITS;
        symbol = entryIn(DISTANCE_TABLE, symbol, buffer >> 3);
      }
      if (symbol & NO_SYMBOL) {
        status = DISTANCE_CODE;
        break;
      }
      bits = buffer >> 3;
      buffer >>= symbol & 63;
      count -= symbol & 63;
      const distance = valueOf(symbol, bits);
      if (distance > output - WINDOW) {
        status = DISTANCE_TOO_FAR;
        break;
      }
      copyMatch(output, distance, length);
      output += length;
    }
    at = <usize>buffer & QUICK_MASK;
    entry = load<u64>(at, QUICK_TABLE);
  } while (input < inputLimit && output < outputEnd);
  goTo((input << 3) - ((<u32>count & 63) - 3), output);
  return status;
}

/**
 * Copies the bytes of an entry, of the frequent kinds by one vector.
 *
 * @returns False if a match reaches back before the beginning.
 */
// @ts-ignore: decorator
@inline
function copyEntry(output: usize, from: usize, length: u32, distance: u32, literals: u32): bool {
  const isOdd = <u32>(length > 16) | <u32>(distance < 16) | <u32>(distance > output - WINDOW);
  if (!isOdd) {
    v128.store(output, v128.load(from));
  } else if (literals) {
    v128.store(output, v128.load(from));
  } else {
    if (distance > output - WINDOW) return false;
    copyMatch(output, distance, length);
  }
  return true;
}
