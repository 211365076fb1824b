import { Readable } from 'node:stream';

export const CONTENT = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7 + (index >> 8)) % 256));

/**
 * @typedef {{ kind: 'cut' | 'end' | 'stall' | 'refuse' | 'hang', after: number, chunk: number }} Fault
 */

/**
 * Bodies with faults: one for each fetch, and none after the last fault.
 *
 * @param {Fault[]} faults
 */
export function faultyFetch(faults) {
  const left = [...faults];
  /** @type {Readable[]} */
  const bodies = [];
  return {
    bodies,
    /**
     * @param {number} start
     * @param {number} end
     * @param {AbortSignal} signal
     * @returns {Promise<Readable>}
     */
    async fetch(start, end, signal) {
      const { kind, after, chunk = 512 } = left.shift() ?? { kind: 'end', after: Number.POSITIVE_INFINITY };
      if (kind === 'refuse') throw new Error('refused');
      if (kind === 'hang')
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      const stop = Math.min(end, start + after);
      let position = start;
      const body = new Readable({
        read() {
          if (position < stop) {
            const next = Math.min(stop, position + chunk);
            const slice = CONTENT.subarray(position, next);
            position = next;
            this.push(slice);
          } else if (kind === 'cut' && stop < end) {
            this.destroy(new Error('connection reset'));
          } else if (kind !== 'stall' || stop === end) {
            this.push(null);
          }
        },
      });
      bodies.push(body);
      return body;
    },
  };
}
