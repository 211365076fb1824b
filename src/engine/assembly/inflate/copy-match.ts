/**
 * Copies a match (RFC 1951, section 3.2.3), sixteen bytes at a time. Up to 31 bytes behind it are overwritten.
 *
 * @param distance 1 to 65536. If it is less than the length, bytes that were just copied are copied again.
 */
export function copyMatch(output: usize, distance: usize, length: u32): void {
  const end = output + length;
  let from = output - distance;
  if (distance >= 16) {
    do {
      v128.store(output, v128.load(from));
      v128.store(output, v128.load(from, 16), 16);
      from += 32;
      output += 32;
    } while (output < end);
    return;
  }
  const order = v128.load(ORDERS + (distance << 4));
  const pattern = i8x16.swizzle(v128.load(from), order);
  // As many whole repetitions as sixteen bytes hold.
  const step = load<u8>(STEPS + distance);
  do {
    v128.store(output, pattern);
    output += step;
  } while (output < end);
}

const ORDERS: usize = memory.data(16 * 16, 16);
const STEPS: usize = memory.data(16, 16);
for (let distance: usize = 1; distance < 16; distance++) {
  for (let index: usize = 0; index < 16; index++) store<u8>(ORDERS + (distance << 4) + index, <u8>(index % distance));
  store<u8>(STEPS + distance, <u8>(16 - (16 % distance)));
}
