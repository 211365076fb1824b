/**
 * Draws samples as blocks, one per column: the largest value of each stretch, to preserve peaks.
 *
 * @param {[seconds: number, value: number][]} samples
 * @param {{ columns: number, seconds: number, value: number }} scale The time of the full width and
 *   the value of the full height, so that several lines are comparable.
 * @returns {string} Its length is proportional to the time of its samples.
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
      // A column without a sample repeats the one before it.
      before = height < 0 ? before : height;
      const level = Math.ceil((before / (value || 1)) * BLOCKS.length) - 1;
      return BLOCKS[Math.min(BLOCKS.length - 1, Math.max(0, level))];
    })
    .join('');
}

const BLOCKS = '▁▂▃▄▅▆▇█';
