import { once } from 'node:events';
import { connect } from 'node:net';

/** @import { Socket } from 'node:net' */

/**
 * A client of Redis on one connection, with as many commands under way as there are callers, as Redis's own clients do it. It
 * connects when it has to, so also after an outage. It reads simple and bulk strings, which is all that is asked for here.
 *
 * @param {string} url `redis://host:port`
 */
export function openRedis(url) {
  const { hostname, port } = new URL(url);
  /** @type {Promise<Link> | null} */
  let link = null;
  return {
    /**
     * @param {...string} words A command.
     * @returns {Promise<string | null>}
     */
    async ask(...words) {
      link ??= openLink(hostname, Number(port), () => {
        link = null;
      });
      return (await link).ask(words);
    },
    async close() {
      (await link?.catch(() => null))?.socket.destroy();
    },
  };
}

/**
 * @param {string} host
 * @param {number} port
 * @param {() => void} onEnd
 * @returns {Promise<Link>}
 */
async function openLink(host, port, onEnd) {
  const socket = connect({ host, port, noDelay: true });
  /** @type {{ resolve: (reply: string | null) => void, reject: (error: Error) => void }[]} */
  const waiting = [];
  let unread = Buffer.alloc(0);
  let unsent = '';
  socket.on('data', chunk => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    let at = 0;
    for (let reply = readReply(unread, at); reply !== null; reply = readReply(unread, at)) {
      at = reply.end;
      const { resolve, reject } = /** @type {typeof waiting[number]} */ (waiting.shift());
      if (reply.isError) reject(new Error(`Redis: ${reply.text}`));
      else resolve(reply.text);
    }
    unread = unread.subarray(at);
  });
  socket.once('close', () => {
    onEnd();
    for (const { reject } of waiting.splice(0)) reject(new Error('the connection to Redis ended'));
  });
  try {
    await once(socket, 'connect');
  } catch (error) {
    onEnd();
    throw error;
  }
  socket.on('error', () => {});
  return {
    socket,
    ask: words =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        // What callers ask for in the same turn of the event loop goes out together.
        if (unsent === '') setImmediate(send);
        unsent += `*${words.length}\r\n${words.map(word => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
      }),
  };

  function send() {
    socket.write(unsent);
    unsent = '';
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @returns {{ text: string | null, isError: boolean, end: number } | null} null if the answer is incomplete.
 */
function readReply(bytes, from) {
  const lineEnd = bytes.indexOf('\r\n', from);
  if (lineEnd === -1) return null;
  const line = bytes.toString('utf8', from + 1, lineEnd);
  const kind = String.fromCharCode(bytes[from]);
  const start = lineEnd + 2;
  if (kind !== '$') return { text: line, isError: kind === '-', end: start };
  const length = Number(line);
  if (length === -1) return { text: null, isError: false, end: start };
  const end = start + length + 2;
  return end > bytes.length ? null : { text: bytes.toString('utf8', start, end - 2), isError: false, end };
}

/** @typedef {{ socket: Socket, ask: (words: string[]) => Promise<string | null> }} Link */
