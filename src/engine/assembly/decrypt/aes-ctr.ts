// The parts of AES in counter mode, as WinZip has it, that are not AES: the counters, and the XOR.
import { CIPHER, KEYSTREAM } from '../memory';

/**
 * Writes counters into KEYSTREAM. They are little-endian, so OpenSSL's counter mode is of no use here.
 *
 * @param first
 * @param count
 */
export function writeCounters(first: f64, count: i32): void {
  let counter = u64(first);
  let address = KEYSTREAM;
  for (let index = 0; index < count; index++) {
    store<u64>(address, counter);
    store<u64>(address, 0, 8);
    counter += 1;
    address += 16;
  }
}

/**
 * XORs the first bytes of CIPHER with those of KEYSTREAM. It may change up to 15 bytes behind them.
 *
 * @param length
 */
export function applyKeystream(length: i32): void {
  for (let offset: usize = 0; offset < usize(length); offset += 16) {
    v128.store(CIPHER + offset, v128.xor(v128.load(CIPHER + offset), v128.load(KEYSTREAM + offset)));
  }
}
