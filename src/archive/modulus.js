// Programs on a Mac write no zip64, but what is left of a number in the fields of a zip.

/** Sizes and offsets have 32 bits. */
export const MODULUS = 2 ** 32;
/** The number of entries has 16. */
export const COUNT_MODULUS = 2 ** 16;

/**
 * @param {{ bytes: number, isModulo?: boolean | undefined }} entry
 * @returns {number} How many bytes to plan for. Where a multiple of 4 GiB may be left out, 4 GiB more are likely enough.
 */
export function plannedBytes({ bytes, isModulo }) {
  return isModulo ? bytes + MODULUS : bytes;
}
