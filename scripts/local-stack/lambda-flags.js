/**
 * The flags with which Lambda's managed runtime starts Node: the heap may use 90 % of the function's memory, a semi-space
 * 5 %. On the command line they take precedence over `NODE_OPTIONS`.
 *
 * @param {number} memoryMegabytes The function's memory, in units of 2^20 bytes.
 * @returns {string[]} Flags for the command line.
 */
export function lambdaFlags(memoryMegabytes) {
  return [
    `--max-old-space-size=${Math.floor(memoryMegabytes * 0.9)}`,
    `--max-semi-space-size=${Math.floor(memoryMegabytes * 0.05)}`,
  ];
}
