/** @import { Socket } from 'node:net' */

/**
 * The head of a message, as received.
 *
 * @typedef {object} Head
 * @property {Buffer} bytes With the empty line at its end.
 * @property {string} method Of a request; of an answer its HTTP version.
 * @property {string} url Of a request; of an answer its status.
 * @property {Record<string, string>} headers By their names in small letters.
 */

/**
 * Splits one direction of an HTTP/1.1 connection into messages: parses just enough to know where each begins and ends.
 *
 * @param {Socket} socket
 */
export function httpReader(socket) {
  const chunks = socket.iterator({ destroyOnReturn: false });
  let rest = Buffer.alloc(0);

  const more = async () => {
    try {
      const { value, done } = await chunks.next();
      if (!done) rest = Buffer.concat([rest, value]);
      return !done;
    } catch {
      return false;
    }
  };

  return {
    /** @returns {Promise<Head | null>} Null where the connection ended. */
    async head() {
      let end = rest.indexOf(EMPTY_LINE);
      while (end === -1) {
        if (!(await more())) return null;
        end = rest.indexOf(EMPTY_LINE);
      }
      const bytes = rest.subarray(0, end + EMPTY_LINE.length);
      rest = rest.subarray(bytes.length);
      return parseHead(bytes);
    },

    /**
     * @param {number} length
     * @returns {AsyncGenerator<Buffer>} It ends early where the connection did.
     */
    async *body(length) {
      let left = length;
      while (left > 0) {
        if (rest.length === 0 && !(await more())) return;
        const chunk = rest.subarray(0, left);
        rest = rest.subarray(chunk.length);
        left -= chunk.length;
        yield chunk;
      }
    },

    /** Resolves when the other side has closed its end. */
    async end() {
      while (await more()) rest = Buffer.alloc(0);
    },
  };
}

/**
 * @param {Buffer} bytes
 * @returns {Head}
 */
function parseHead(bytes) {
  const [first = '', ...lines] = bytes.toString('latin1').trimEnd().split('\r\n');
  const [method = '', url = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { bytes, method, url, headers };
}

const EMPTY_LINE = '\r\n\r\n';
