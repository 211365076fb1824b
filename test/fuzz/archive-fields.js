/** @import { ArchiveRecord, Field } from './archive-layout.js' */
/** @import { Random } from '../support/random.js' */

/**
 * A likely troublemaker for a field: a boundary value, the field's own value a little off, or another field's value.
 *
 * @param {{ bytes: Buffer, layout: ArchiveRecord[] }} archive
 * @param {Field} field
 * @param {Random} random
 * @returns {bigint}
 */
export function interesting({ bytes, layout }, field, random) {
  const value = readField(bytes, field);
  const elsewhere = random.pick(random.pick(layout).fields);
  return random.pick([
    ...NUMBERS,
    BigInt(bytes.length + random.below(3) - 1),
    BigInt(random.below(bytes.length + 1)),
    BigInt(random.pick(layout).start),
    readField(bytes, elsewhere),
    ...[1n, 2n, 4n, 8n, 0x800n, 0x2000n].flatMap(step => [value + step, value - step, value ^ step]),
  ]);
}

/**
 * An offset in an archive, often where a record begins or ends.
 *
 * @param {Buffer} bytes
 * @param {ArchiveRecord[]} layout
 * @param {Random} random
 */
export function somewhere(bytes, layout, random) {
  const { start, end } = random.pick(layout);
  return Math.min(bytes.length, random.pick([random.below(bytes.length + 1), start, end]));
}

/**
 * The bytes without those from `start` to `end`.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 */
export function without(bytes, start, end) {
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
}

/**
 * @param {Buffer} bytes
 * @param {Field} field Of up to 8 bytes.
 * @returns {bigint}
 */
export function readField(bytes, { at, width }) {
  const whole = Buffer.alloc(8);
  // An earlier mutation may have removed it.
  whole.set(bytes.subarray(at, at + width));
  return whole.readBigUInt64LE();
}

/**
 * @param {Buffer} bytes
 * @param {Field} field
 * @param {bigint} value As many of its lower bits as there is room for.
 */
export function writeField(bytes, { at, width }, value) {
  const whole = Buffer.alloc(8);
  whole.writeBigUInt64LE(BigInt.asUintN(64, value));
  if (at + width <= bytes.length) whole.copy(bytes, at, 0, width);
}

const NUMBERS = [
  0,
  1,
  2,
  0x7f,
  0x80,
  0xff,
  0x7fff,
  0x8000,
  0xfffe,
  0xffff,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 2,
  2 ** 32 - 1,
]
  .map(BigInt)
  .concat([2n ** 53n, 2n ** 62n, 2n ** 63n, 2n ** 64n - 1n]);
