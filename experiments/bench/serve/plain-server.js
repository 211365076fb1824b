import Fastify from 'fastify';
import pg from 'pg';
import { COLUMNS } from './served-database.js';

// What people write: a handler that asks the database, and returns the rows. It takes the database's address, and prints its own.
const pool = new pg.Pool({ connectionString: process.env.SLUICE_DATABASE, max: 10 });
const app = Fastify();

app.get('/people', async request => {
  const { from } = /** @type {{ from: string }} */ (request.query);
  const { rows } = await pool.query(QUERY, [from, Number(from) + 4]);
  return rows;
});

const QUERY = `SELECT ${COLUMNS.join(', ')} FROM people WHERE id >= $1 AND id <= $2 ORDER BY id`;

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
