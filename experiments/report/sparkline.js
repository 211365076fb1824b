/**
 * A course of values as blocks, one a column: the largest of each stretch, since it is the peaks that count.
 *
 * @param {[seconds: number, value: number][]} samples
 * @param {{ columns: number, seconds: number, value: number }} scale What the whole width and the whole height stand for,
 *   so that several lines can be compared.
 * @returns {string} As long as its samples last on that scale.
 */
export function sparkline(samples, { columns, seconds, value }) {
  const last = samples[samples.length - 1]?.[0] ?? 0;
  const width = seconds > 0 ? Math.min(columns, Math.max(1, Math.round((last / seconds) * columns))) : 1;
  /** @type {number[]} */
  const highest = Array(width).fill(-1);
  for (const [at, height] of samples) {
    const column = Math.min(width - 1, Math.floor((at / (last || 1)) * width));
    highest[column] = Math.max(highest[column], height);
  }
  let before = 0;
  return highest
    .map(height => {
      // A column that no sample fell into goes on as the one before it.
      before = height < 0 ? before : height;
      const level = Math.ceil((before / (value || 1)) * BLOCKS.length) - 1;
      return BLOCKS[Math.min(BLOCKS.length - 1, Math.max(0, level))];
    })
    .join('');
}

const BLOCKS = '▁▂▃▄▅▆▇█';
