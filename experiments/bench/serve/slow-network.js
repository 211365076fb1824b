import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * A network that takes its time, in a process of its own: what measures does not wait for it.
 *
 * @param {string} upstream The database's address.
 * @param {number} roundTripMs
 */
export async function startSlowNetwork(upstream, roundTripMs) {
  const child = fork(PROGRAM, [upstream, String(roundTripMs)]);
  const ended = once(child, 'exit');
  /** @returns {Promise<any>} */
  const nextMessage = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => {
        throw new Error(`the slow network ended with ${code}`);
      }),
    ]);
    return message;
  };
  const { url } = await nextMessage();
  return {
    url: String(url),
    /** @returns {Promise<number>} How often the client has waited for an answer, since this was asked last. */
    async flights() {
      child.send('flights');
      return (await nextMessage()).flights;
    },
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const PROGRAM = fileURLToPath(new URL('slow-network-process.js', import.meta.url));
