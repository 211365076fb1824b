import { JsonRows } from './json-rows.js';

/** @import { JsonShape } from './json-shape.js' */

/**
 * Gets what a query's reply consists of, in the reply's order.
 *
 * @typedef {object} Receiver
 * @property {(block: Buffer) => void} onRows Bytes of rows, which may begin and end within one.
 * @property {(type: number, body: Buffer) => void} onMessage Any other message. Its bytes are valid until it returns.
 */

/**
 * Reads the messages of Postgres's protocol. Rows (CopyData) make up most of a large reply, so no row gets a buffer of its own: JSON is
 * made of each chunk's at once, or the frames around them are taken out of the chunk in place, and what is left is passed on.
 *
 * @param {Receiver} receiver
 */
export function createReplyReader({ onRows, onMessage }) {
  const json = new JsonRows(onRows);
  let isJson = false;
  /** How many bytes of a row the next chunk begins with. */
  let left = 0;
  /** The beginning of a message that a chunk's end has cut. @type {Buffer | null} */
  let kept = null;

  return {
    /**
     * A new reply begins.
     *
     * @param {JsonShape | null} shape How its rows become JSON; null: they are passed on as they are.
     */
    begin(shape) {
      isJson = shape !== null;
      if (shape !== null) json.begin(shape);
    },

    /** @param {Buffer} chunk It is written to. */
    read(chunk) {
      const bytes = kept === null ? chunk : Buffer.concat([kept, chunk]);
      kept = null;
      const end = bytes.length;
      let at = 0;
      let from = 0;
      let to = 0;
      while (at < end) {
        if (left > 0) {
          const stop = Math.min(at + left, end);
          const next = isJson ? json.write(bytes, at, stop) : stop;
          left -= next - at;
          if (!isJson) {
            if (at !== to) bytes.copyWithin(to, at, next);
            to += next - at;
          }
          at = next;
          if (next < stop) break;
          continue;
        }
        if (end - at < HEADER) break;
        const length = bytes.readUInt32BE(at + 1) - 4;
        const type = bytes[at];
        if (type === COPY_DATA) {
          left = length;
          at += HEADER;
          continue;
        }
        if (end - at < HEADER + length) break;
        json.flush();
        if (to > from) onRows(bytes.subarray(from, to));
        from = to;
        at += HEADER + length;
        onMessage(type, bytes.subarray(at - length, at));
      }
      json.flush();
      if (to > from) onRows(bytes.subarray(from, to));
      // A copy, so that it does not hold the whole chunk.
      if (at < end) kept = Buffer.from(bytes.subarray(at));
    },
  };
}

/** A message's type, and its length with the length's own four bytes. */
const HEADER = 5;
const COPY_DATA = 0x64;
