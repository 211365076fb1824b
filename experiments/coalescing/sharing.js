import { createCoalescer } from '../../src/serve/coalesce.js';

/** @import { ContestantId } from './contestants.js' */

/**
 * @typedef {(key: string) => Promise<string>} Read
 */

/** How callers share what they read, by the contestant. @type {Readonly<Record<Exclude<ContestantId, 'serve'>, (read: Read) => Read>>} */
export const SHARING = Object.freeze({ each: read => read, map: throughMap, ours: throughCoalescer });

/**
 * As in the article: nothing removes the promise of a query that fails.
 *
 * @param {Read} read
 * @returns {Read}
 */
function throughMap(read) {
  /** @type {Map<string, Promise<string>>} */
  const underWay = new Map();
  return async key => {
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const promise = read(key);
    underWay.set(key, promise);
    const text = await promise;
    underWay.delete(key);
    return text;
  };
}

/**
 * @param {Read} read
 * @returns {Read}
 */
function throughCoalescer(read) {
  /** @type {ReturnType<typeof createCoalescer<import('../../src/serve/coalesce.js').Source, string>>} */
  const coalescer = createCoalescer({ limitBytes: 65_536 });
  return async key => {
    const outcome = await coalescer.share(
      key,
      {
        async start() {
          /** @type {Buffer | null} */
          let block = Buffer.from(await read(key));
          return {
            async next() {
              const given = block;
              block = null;
              return given;
            },
            async close() {},
          };
        },
        makeWhole: (_, blocks) => Buffer.concat(blocks).toString(),
      },
      // Each caller has its own, as in a server: one with thousands of listeners would be slow.
      new AbortController().signal,
    );
    if (outcome.kind !== 'whole') throw new Error('the answer is too large to be shared');
    return outcome.whole;
  };
}
