/**
 * Whether something stands where it would be if so many multiples were left out before it.
 *
 * @typedef {(node: number, wraps: number) => Promise<boolean>} Fits
 */

/**
 * Finds how many multiples were left out before each of the nodes 0 to `last`: none before the first one, `most` before the last
 * one, and never fewer before a later one. It halves the nodes between two that are known: those that are equal need no reading,
 * so a few reads for each multiple prove that nothing else fits, however many nodes there are.
 *
 * @param {number} last
 * @param {number} most
 * @param {Fits} fits Asked only of nodes between the first and the last one.
 * @returns {Promise<Uint16Array | 'none' | 'several'>} For each node; or how many other answers there are.
 */
export async function findWraps(last, most, fits) {
  const found = new Uint16Array(last + 1);
  found[last] = most;
  /** @type {[first: number, end: number][]} */
  const open = [[0, last]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [first, end] = range;
    const [from, to] = [found[first], found[end]];
    if (from === to) found.fill(from, first, end);
    if (from === to || end - first < 2) continue;
    const middle = (first + end) >>> 1;
    const fitting = [];
    for (let wraps = from; wraps <= to; wraps++) if (await fits(middle, wraps)) fitting.push(wraps);
    if (fitting.length === 0) return 'none';
    if (fitting.length > 1) {
      const answer = await findPath(found, first, end, fits);
      if (answer !== null) return answer;
      continue;
    }
    [found[middle]] = fitting;
    open.push([first, middle], [middle, end]);
  }
  return found;
}

/**
 * Where bytes look like what is sought in two places, its neighbours decide: all of them are read.
 *
 * @param {Uint16Array} found Gets the only answer, if there is one.
 * @param {number} first A node that is known.
 * @param {number} end The next one that is known.
 * @param {Fits} fits
 * @returns {Promise<'none' | 'several' | null>}
 */
async function findPath(found, first, end, fits) {
  const [from, to] = [found[first], found[end]];
  const width = to - from + 1;
  if ((end - first) * width > MAX_READS) return 'several';
  // How many ways lead to each place: 0, 1, or 2 for more.
  const ways = new Uint8Array((end - first + 1) * width);
  for (let wraps = from; wraps <= to; wraps++) {
    for (let node = first; node < end; node++) {
      const isThere = node === first ? wraps === from : await fits(node, wraps);
      ways[(node - first) * width + wraps - from] = isThere ? 1 : 0;
    }
  }
  ways[ways.length - 1] = 1;
  for (let row = 1; row <= end - first; row++) {
    let before = 0;
    for (let column = 0; column < width; column++) {
      before += ways[(row - 1) * width + column];
      ways[row * width + column] = Math.min(2, before * ways[row * width + column]);
    }
  }
  if (ways[ways.length - 1] !== 1) return ways[ways.length - 1] === 0 ? 'none' : 'several';
  let column = width - 1;
  for (let row = end - first - 1; row > 0; row--) {
    while (ways[row * width + column] === 0) column -= 1;
    found[first + row] = from + column;
  }
  return null;
}

/** More is not read to settle what looks like two answers. */
const MAX_READS = 4096;
