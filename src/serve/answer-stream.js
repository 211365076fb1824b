/** @import { AnswerStream } from './answer.js' */
/** @import { RowStream } from './rows/row-stream.js' */

/**
 * A long answer: what comes before the rows, the rows, and what comes behind them. It ends, whatever happens, after `maxMs`.
 *
 * @param {RowStream} rows
 * @param {{ before: Buffer[], after: Buffer | null, maxMs: number, onEnd: (how: StreamEnd) => void }} how `before` has the rows that
 *   are already here; `onEnd` is called once, when the connection is free again.
 * @returns {AnswerStream}
 */
export function openAnswerStream(rows, { before, after, maxMs, onEnd }) {
  /** @type {StreamEnd | null} */
  let ended = null;
  let first = before.length > 0 ? Buffer.concat(before) : null;
  let last = after;
  /** @param {StreamEnd} how */
  const end = how => {
    if (ended !== null) return;
    ended = how;
    clearTimeout(clock);
    rows.close().then(() => onEnd(how));
  };
  const clock = setTimeout(() => {
    end('expired');
    stream.onExpired?.();
  }, maxMs);
  /** @type {AnswerStream} */
  const stream = {
    onExpired: null,
    async next() {
      if (first !== null) {
        const block = first;
        first = null;
        return block;
      }
      try {
        const block = await rows.next();
        if (block !== null) return block;
      } catch (error) {
        end('broken');
        throw error;
      }
      const block = last;
      last = null;
      if (block === null) end('whole');
      return block;
    },
    close() {
      end('given up');
      return rows.close();
    },
  };
  return stream;
}

/** @typedef {'whole' | 'broken' | 'expired' | 'given up'} StreamEnd */
