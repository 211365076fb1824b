import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { sluiceServe, startChildServer } from '../network/start-child-server.js';

/** @import { IncomingMessage } from 'node:http' */
/** @import { ContestantId, Wanted } from './contestants.js' */

/**
 * @param {{ contestant: ContestantId, url: string, poolSize: number }} asked `url`: the database's.
 */
export async function startContestant({ contestant, url, poolSize }) {
  const server =
    contestant === 'serve'
      ? await startChildServer(...sluiceServe(url, ['--pool-size', String(poolSize)]))
      : await startChildServer([
          fileURLToPath(new URL('server.js', import.meta.url)),
          JSON.stringify({ contestant, url, poolSize }),
        ]);
  return {
    ...server,

    /**
     * @param {Wanted} wanted
     * @returns {Promise<IncomingMessage>} When the answer's head is there.
     */
    ask: wanted =>
      new Promise((resolve, reject) => {
        const path =
          contestant === 'serve'
            ? `/${wanted.view}?order=id&limit=${wanted.rows}`
            : `/?${encodeURIComponent(JSON.stringify(wanted))}`;
        const headers = { accept: 'application/x-ndjson' };
        get(`${server.url}${path}`, { headers, agent: false }, resolve).once('error', reject);
      }),
  };
}
