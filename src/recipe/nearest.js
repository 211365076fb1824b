/**
 * Finds the candidate that a word is probably a misspelling of. Up to a third of the candidate's letters may be wrong.
 *
 * @param {string} word
 * @param {string[]} candidates
 * @returns {string | undefined}
 */
export function nearest(word, candidates) {
  const ranked = candidates
    .filter(candidate => Math.abs(candidate.length - word.length) <= candidate.length / 3)
    .map(candidate => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= candidate.length / 3)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/**
 * Counts the letters to insert, remove, replace or swap with their neighbour (optimal string alignment distance).
 *
 * @param {string} from
 * @param {string} to
 */
function editDistance(from, to) {
  /** @type {number[]} */
  let beforeLast = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

/**
 * @param {number[]} row
 * @param {number} column
 */
function at(row, column) {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
