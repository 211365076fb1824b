/**
 * A name with all in it that the bytes depend on, so that files found under it are what would be made.
 *
 * @param {{ rows: number, seed: number, delimiter: string, header: boolean }} what
 * @returns {string} Without its ending.
 */
export function peopleFileName({ rows, seed, delimiter, header }) {
  const separator = delimiter === '|' ? '' : `-x${delimiter.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return `people-${rows}-${seed}${separator}${header ? '-header' : ''}`;
}
