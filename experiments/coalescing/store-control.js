import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openRedis } from './redis-client.js';

/** @import { StoreId } from './contestants.js' */

/**
 * Asks a store what it has done, and holds it.
 *
 * @typedef {object} StoreControl
 * @property {() => Promise<number>} reads How many reads of the data reached it so far, as it counts them itself. All other
 *   clients must have gone, or be going.
 * @property {() => Promise<void>} hold Lets reads wait.
 * @property {() => Promise<void>} release
 * @property {() => Promise<void>} close
 */

/**
 * @param {{ store: StoreId, url: string, pid: number }} asked `pid`: of the store's first process.
 * @returns {Promise<StoreControl>}
 */
export async function openStoreControl({ store, url, pid }) {
  return store === 'postgres' ? controlPostgres(url) : controlRedis(url, pid);
}

/** @param {string} url */
async function controlPostgres(url) {
  const client = new pg.Client(url);
  await client.connect();
  return {
    async reads() {
      // A session reports what it did at its end.
      while ((await client.query(OTHERS)).rows[0].count > 0) await sleep(10);
      return (await client.query(READS)).rows[0].count;
    },
    async hold() {
      await client.query('BEGIN; LOCK TABLE cities IN ACCESS EXCLUSIVE MODE');
    },
    async release() {
      await client.query('COMMIT');
    },
    close: () => client.end(),
  };
}

/**
 * @param {string} url
 * @param {number} pid
 */
async function controlRedis(url, pid) {
  const redis = openRedis(url);
  return {
    async reads() {
      const stats = await redis.ask('INFO', 'commandstats');
      return Number(/cmdstat_get:calls=(\d+)/.exec(stats ?? '')?.[1] ?? 0);
    },
    // CLIENT PAUSE would let nobody end the pause.
    async hold() {
      process.kill(pid, 'SIGSTOP');
    },
    async release() {
      process.kill(pid, 'SIGCONT');
    },
    close: () => redis.close(),
  };
}

const OTHERS = `SELECT count(*)::int FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND datname = current_database()`;
const READS = `SELECT (seq_scan + coalesce(idx_scan, 0))::int AS count FROM pg_stat_user_tables WHERE relname = 'cities'`;
