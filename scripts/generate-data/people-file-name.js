/**
 * The file name contains everything that the bytes depend on, so that existing files can be reused.
 *
 * @param {{ rows: number, seed: number, delimiter: string, header: boolean }} what
 * @returns {string} Without its extension.
 */
export function peopleFileName({ rows, seed, delimiter, header }) {
  const separator = delimiter === '|' ? '' : `-x${delimiter.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return `people-${rows}-${seed}${separator}${header ? '-header' : ''}`;
}
