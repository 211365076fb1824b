/**
 * How Lambda's managed runtime starts Node: its heap may take 90 % of the function's memory, and its young generation
 * 5 %. They stand on the command line there, where they beat `NODE_OPTIONS`.
 *
 * @param {number} memoryMegabytes The function's memory, of 2^20 bytes.
 * @returns {string[]} Flags for the command line.
 */
export function lambdaFlags(memoryMegabytes) {
  return [
    `--max-old-space-size=${Math.floor(memoryMegabytes * 0.9)}`,
    `--max-semi-space-size=${Math.floor(memoryMegabytes * 0.05)}`,
  ];
}
