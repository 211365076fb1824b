/**
 * Gets what a query's reply consists of, in the reply's order.
 *
 * @typedef {object} Receiver
 * @property {(block: Buffer) => void} onRows Bytes of rows, which may begin and end within one.
 * @property {(type: number, body: Buffer) => void} onMessage Any other message. Its bytes are valid until it returns.
 */

/**
 * Reads the messages of Postgres's protocol. Rows (CopyData) make up most of a large reply, so their bytes are not copied to
 * buffers of their own: the frames around them are taken out of each chunk in place, and what is left is passed on at once.
 *
 * @param {Receiver} receiver
 */
export function createReplyReader({ onRows, onMessage }) {
  let isList = false;
  let hasRow = false;
  /** How many bytes of a row the next chunk begins with. */
  let left = 0;
  /** The beginning of a message that a chunk's end has cut. @type {Buffer | null} */
  let kept = null;

  return {
    /**
     * A new reply begins.
     *
     * @param {boolean} asList Whether there is a comma between the rows, and not a line break behind each.
     */
    begin(asList) {
      isList = asList;
      hasRow = false;
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
          left -= stop - at;
          // A row ends with a line break.
          const last = isList && left === 0 ? stop - 1 : stop;
          if (at !== to) bytes.copyWithin(to, at, last);
          to += last - at;
          at = stop;
          continue;
        }
        if (end - at < HEADER) break;
        const length = bytes.readUInt32BE(at + 1) - 4;
        const type = bytes[at];
        if (type === COPY_DATA) {
          if (isList && hasRow) {
            // There is room: five bytes of header have been taken out.
            bytes[to++] = COMMA;
            bytes[to++] = LINE_FEED;
          }
          hasRow = true;
          left = length;
          at += HEADER;
          continue;
        }
        if (end - at < HEADER + length) break;
        if (to > from) onRows(bytes.subarray(from, to));
        from = to;
        at += HEADER + length;
        onMessage(type, bytes.subarray(at - length, at));
      }
      if (to > from) onRows(bytes.subarray(from, to));
      // A copy, so that it does not hold the whole chunk.
      if (at < end) kept = Buffer.from(bytes.subarray(at));
    },
  };
}

/** A message's type, and its length with the length's own four bytes. */
const HEADER = 5;
const COPY_DATA = 0x64;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
