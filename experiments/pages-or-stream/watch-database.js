import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * Looks at a database's other sessions, from one of its own.
 *
 * @param {string} url
 */
export async function watchDatabase(url) {
  const client = new pg.Client(url);
  await client.connect();
  const number = async (/** @type {string} */ sql) => Number((await client.query(sql)).rows[0].number);
  return {
    /** How many sessions have a query or a transaction under way. */
    busy: () => number(`SELECT count(*) AS number FROM (${OTHERS}) AS others WHERE state <> 'idle'`),

    /** Rows of `items` that were read so far; once all other sessions have ended, because each reports at its end. */
    async itemsRead() {
      while ((await number(`SELECT count(*) AS number FROM (${OTHERS}) AS others`)) > 0) await sleep(10);
      return number(
        "SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS number FROM pg_stat_user_tables WHERE relname = 'items'",
      );
    },

    /**
     * Samples the memory of the other sessions until it is stopped.
     *
     * @returns {() => Promise<number>} Stops; the most, in bytes, that they had for themselves. 0 without /proc.
     */
    sampleMemory() {
      let isDone = false;
      let most = 0;
      const sampled = (async () => {
        while (!isDone) {
          const { rows } = await client.query(OTHERS);
          const each = await Promise.all(rows.map(({ pid }) => privateBytes(pid)));
          most = Math.max(
            most,
            each.reduce((sum, bytes) => sum + bytes, 0),
          );
          await sleep(SAMPLE_MS);
        }
      })();
      return async () => {
        isDone = true;
        await sampled;
        return most;
      };
    },

    close: () => client.end(),
  };
}

/**
 * Without what it shares with the server's other processes.
 *
 * @param {number} pid
 */
async function privateBytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return 1024 * Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

/**
 * @param {number} pid
 * @returns {Promise<number | null>} The most memory that a process had so far, in bytes; null without /proc.
 */
export async function peakRssBytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => null);
  return status === null ? null : 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]);
}

const OTHERS = `SELECT pid, state FROM pg_stat_activity
  WHERE backend_type IN ('client backend', 'parallel worker') AND pid <> pg_backend_pid() AND datname = current_database()`;
const SAMPLE_MS = 50;
