import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { formatCount } from '../../../src/cli/units.js';
import { ExperimentError } from '../../experiment-error.js';
import { median } from '../median.js';
import { takeTurns } from '../take-turns.js';
import { COLUMNS } from './served-database.js';
import { startPlain, startSluice } from './start-service.js';

/** @import { Finding, Ground } from './bench-serve.js' */

/**
 * How many small answers come a second, in turns with a plain Fastify handler: where all ask for something else, and for the same.
 *
 * @param {Ground} ground
 * @returns {Promise<Finding[]>}
 */
export async function measureSmallReads({ database, rows, runs, note, signal }) {
  const [sluice, plain] = await Promise.all([startSluice(database), startPlain(database)]);
  try {
    const servers = [
      { url: sluice.url, path: `/people?select=${COLUMNS.join(',')}&id=gte.FROM&id=lte.TO&order=id` },
      { url: plain.url, path: '/people?from=FROM' },
    ];
    await compare(servers, Math.max(1, rows - 4));
    const kinds = [
      { what: 'distinct keys', keys: rows, goal: '1.20 or more' },
      { what: 'one key', keys: 1, goal: '2.00 or more' },
    ];
    const players = kinds.flatMap(({ what, keys }) =>
      servers.map(server => ({ name: what, keys, ...server, rates: [0].slice(1) })),
    );
    const onTurn = (/** @type {{ name: string, turn: number }} */ { name, turn }) =>
      note(`run ${turn} of ${runs}: small reads, ${name}`);
    await takeTurns(players, { runs, onTurn }, async ({ url, keys, path, rates }, turn) => {
      const connections = rows <= FEW ? FEW_CONNECTIONS : CONNECTIONS;
      const limit = rows <= FEW ? { amount: connections } : { duration: turn === 0 ? 1 : SECONDS };
      const args = [PROGRAM, url, String(keys), path, JSON.stringify(limit), String(connections)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { signal });
      const { failed, perSecond } = JSON.parse(stdout);
      if (failed > 0) throw new ExperimentError('experiment/cannot-run', `${failed} small reads failed`);
      if (turn > 0) rates.push(perSecond);
    });
    return kinds.map(({ what, goal }) => {
      const [ours, other] = players.filter(({ name }) => name === what).map(({ rates }) => rates);
      const shown = (/** @type {number[]} */ rates) => `${formatCount(Math.round(median(rates)))}/s`;
      const ratio = median(ours.map((rate, turn) => rate / other[turn]));
      return { what: `five rows, ${what}, against Fastify`, ours: shown(ours), other: shown(other), ratio, goal };
    });
  } finally {
    await Promise.all([sluice.stop(), plain.stop()]);
  }
}

/**
 * @param {{ url: string, path: string }[]} servers
 * @param {number} last The last key.
 */
async function compare(servers, last) {
  for (const from of [1, Math.ceil(last / 2), last]) {
    const [ours, other] = await Promise.all(
      servers.map(async ({ url, path }) => {
        const response = await fetch(url + path.replace('FROM', String(from)).replace('TO', String(from + 4)));
        return /** @type {object[]} */ (await response.json());
      }),
    );
    if (ours.length !== 5 || !isDeepStrictEqual(ours, other)) {
      throw new ExperimentError('experiment/cannot-run', 'sluice serve and Fastify gave different rows');
    }
  }
}

const PROGRAM = fileURLToPath(new URL('read-often.js', import.meta.url));
const SECONDS = 4;
/** A table of so few rows is only a try: one question on each connection. */
const FEW = 10_000;
const FEW_CONNECTIONS = 50;
const CONNECTIONS = 1000;
