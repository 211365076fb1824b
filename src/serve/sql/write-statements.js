import { ServeError } from '../serve-error.js';
import { literal, MOST_NAME_BYTES } from './literal.js';

/** @import { Read } from '../read/parse-read.js' */

/**
 * What is sent for a read, as one simple query. Its statements are one transaction by themselves, without a BEGIN: what they set
 * ends with them, and a failure leaves nothing to roll back.
 *
 * @typedef {object} Statements
 * @property {string} sql `settings` and `copy`.
 * @property {string} settings What the transaction begins with: who reads.
 * @property {string} copy What is read.
 * @property {Buffer | null} header CSV's first line.
 * @property {boolean} hasCount Whether a row with one column comes before the rows. Its text is for `readCount`.
 */

/**
 * @param {Pick<Read, 'sql' | 'format' | 'columns' | 'count'>} read
 * @param {{ role: string | null, claims: object | null }} identity `role`: who reads; null: the connection's own role.
 * @returns {Statements}
 * @throws {ServeError} 401
 */
export function writeStatements({ sql, format, columns, count: counting }, { role, claims }) {
  // The count and the rows are of one moment.
  const mode = counting === 'exact' ? 'ISOLATION LEVEL REPEATABLE READ, READ ONLY' : 'READ ONLY';
  const settings = [
    `SET TRANSACTION ${mode}; `,
    role === null ? '' : `SET LOCAL ROLE ${roleLiteral(role)}; `,
    claims === null ? '' : `SET LOCAL request.jwt.claims = ${literal(JSON.stringify(claims))}; `,
  ].join('');
  const count = sql.count === null ? '' : `${sql.count}; `;
  const copy = `${count}COPY (${sql.rows}) TO STDOUT${format === 'csv' ? CSV : ''}`;
  return {
    sql: `${settings}${copy}`,
    settings,
    copy,
    header: format === 'csv' ? csvHeader(columns.map(({ name }) => name)) : null,
    hasCount: sql.count !== null,
  };
}

/**
 * @param {string} text The column of the row that comes before the rows: a number, or a plan.
 * @returns {number}
 */
export function readCount(text) {
  return text.startsWith('[') ? JSON.parse(text)[0].Plan['Plan Rows'] : Number(text);
}

/**
 * @param {string} role
 * @returns {string}
 */
function roleLiteral(role) {
  // "none" would be the connection's own role, whose rights are wider, and a long name would be cut to another role's. No role can
  // have such a name.
  if (role === 'none' || role.includes('\0') || Buffer.byteLength(role) > MOST_NAME_BYTES) {
    throw new ServeError(401, '22023', `role "${role}" does not exist`, { headers: { 'www-authenticate': 'Bearer' } });
  }
  return literal(role);
}

/** @param {string[]} names */
function csvHeader(names) {
  return Buffer.from(
    `${names.map(name => (/[",\r\n]/.test(name) || name === '' ? `"${name.replaceAll('"', '""')}"` : name)).join(',')}\n`,
  );
}

/** JSON is made of the text format. */
const CSV = ' (FORMAT csv)';
