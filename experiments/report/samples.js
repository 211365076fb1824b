/**
 * Reduces samples: keeps the largest of each stretch of time, to preserve peaks, and the first and last one.
 *
 * @param {[seconds: number, value: number][]} samples In chronological order.
 * @param {number} stretches
 * @returns {[seconds: number, value: number][]}
 */
export function thinSamples(samples, stretches) {
  if (samples.length <= stretches) return samples;
  const first = samples[0];
  const last = samples[samples.length - 1];
  /** @type {Map<number, [number, number]>} */
  const largest = new Map();
  for (const sample of samples) {
    const stretch = Math.floor(((sample[0] - first[0]) / (last[0] - first[0] || 1)) * stretches);
    const before = largest.get(stretch);
    if (before === undefined || sample[1] > before[1]) largest.set(stretch, sample);
  }
  return [...new Set([first, ...largest.values(), last])].toSorted(([a], [b]) => a - b);
}
