import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { formatCount } from '../../../src/cli/units.js';
import { ExperimentError } from '../../experiment-error.js';
import { connectionOf, findPsql } from '../database/contestants.js';
import { median } from '../median.js';
import { findProgram } from '../programs.js';
import { takeTurns } from '../take-turns.js';
import { COLUMNS } from './served-database.js';
import { startSluice } from './start-service.js';

/** @import { Finding, Ground } from './bench-serve.js' */

/** @typedef {{ name: string, format: string, command: string, args: string[], env: NodeJS.ProcessEnv }} Download */

/**
 * How fast a whole table arrives, in turns with `psql`.
 *
 * @param {Ground} ground
 * @returns {Promise<Finding[]>}
 */
export async function measureDownloads({ database, rows, runs, note, signal }) {
  const [psql, curl] = [await findPsql(), await findProgram('curl')];
  if (psql === null || curl === null) throw cannot('it needs psql and curl, which are not installed');
  const service = await startSluice(database);
  try {
    const env = { ...process.env, ...connectionOf(database) };
    const downloads = FORMATS.flatMap(({ format, accept, copy }) => [
      {
        name: 'sluice serve',
        format,
        command: curl,
        args: ['-sSf', '-H', `Accept: ${accept}`, `${service.url}${PATH}`],
        env,
      },
      { name: 'psql', format, command: psql, args: ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', copy], env },
    ]);
    for (const { format } of FORMATS) {
      note(`comparing ${format}`);
      const found = await Promise.all(downloads.filter(each => each.format === format).map(contentOf));
      if (found[0] !== found[1]) throw cannot(`${format}: sluice serve and psql gave different rows`);
    }
    /** @type {Map<Download, number[]>} */
    const seen = new Map(downloads.map(download => [download, []]));
    const players = downloads.map(download => ({ ...download, download }));
    const onTurn = (/** @type {{ name: string, turn: number }} */ { name, turn }) =>
      note(`run ${turn} of ${runs}: ${name}`);
    await takeTurns(players, { runs, onTurn }, async ({ download }, turn) => {
      signal.throwIfAborted();
      const start = performance.now();
      await run(download, 'ignore');
      if (turn > 0) seen.get(download)?.push(rows / ((performance.now() - start) / 1000));
    });
    return FORMATS.map(({ format }) => {
      const [ours, other] = downloads.filter(each => each.format === format).map(each => seen.get(each) ?? []);
      // Those of one turn are compared, so that a slow phase of the machine affects both.
      const ratio = median(ours.map((rate, turn) => rate / other[turn]));
      const shown = (/** @type {number[]} */ rates) => `${formatCount(Math.round(median(rates)))} rows/s`;
      return {
        what: `${format}, against psql \\copy`,
        ours: shown(ours),
        other: shown(other),
        ratio,
        goal: '0.90 or more',
      };
    });
  } finally {
    await service.stop();
  }
}

/**
 * @param {Download} download
 * @param {'ignore' | 'pipe'} stdout
 */
async function run({ name, command, args, env }, stdout) {
  const child = spawn(command, args, { env, stdio: ['ignore', stdout, 'inherit'] });
  const content = stdout === 'pipe' ? hash(child.stdout) : null;
  const [code] = await once(child, 'close');
  if (code !== 0) throw cannot(`${name} ended with ${code}`);
  return content;
}

/** @param {Download} download */
function contentOf(download) {
  return run(download, 'pipe');
}

/**
 * What frames the rows is left out, because the other's JSON has only the rows.
 *
 * @param {AsyncIterable<Buffer> | null} stdout
 */
async function hash(stdout) {
  const sum = createHash('sha256');
  for await (const chunk of stdout ?? []) sum.update(chunk.toString('latin1').replaceAll(/[[\],\r\n]/g, ''), 'latin1');
  return sum.digest('hex');
}

/** @param {string} why */
function cannot(why) {
  return new ExperimentError('experiment/cannot-run', why);
}

const PATH = `/people?select=${COLUMNS.join(',')}&order=id`;
const ROWS = `SELECT ${COLUMNS.join(', ')} FROM people ORDER BY id`;
const JSON_COPY = String.raw`(FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')`;
const FORMATS = [
  { format: 'CSV', accept: 'text/csv', copy: `\\copy (${ROWS}) to stdout (FORMAT csv, HEADER)` },
  {
    format: 'JSON',
    accept: 'application/json',
    copy: `\\copy (SELECT row_to_json(people) FROM (${ROWS}) people) to stdout ${JSON_COPY}`,
  },
];
