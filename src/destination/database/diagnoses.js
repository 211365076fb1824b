import { ROWS_KEPT } from './empty-table.js';

/**
 * Our code for each of Postgres's (https://www.postgresql.org/docs/current/errcodes-appendix.html), by the whole SQLSTATE or
 * its class, which are its first two characters, and for Node's error codes.
 *
 * Errors that would stop the load of any table are retryable: they stop the job, which can be run again. Errors of one table that
 * would occur again fail that table.
 *
 * @type {{ code: string, states: string[], retryable: boolean, reason: string }[]}
 */
export const DIAGNOSES = [
  {
    code: 'database/constraint',
    states: ['23'],
    retryable: false,
    reason: 'a row violates a constraint of the table; correct the data, or leave such records out by the recipe',
  },
  {
    code: 'database/constraint',
    states: ['23001', '23503'],
    retryable: false,
    reason:
      'a foreign key is violated: a row refers to a missing row, or another table still refers to a row to be deleted; load the other table first, ' +
      'leave such records out by the recipe, or use "merge" instead of "replace"',
  },
  {
    code: 'database/bad-value',
    states: ['22'],
    retryable: false,
    reason:
      "a value does not fit its column; give the field the column's type in the recipe, so that such records are set aside, or say in " +
      '"null" which values stand for NULL, such as an empty one',
  },
  {
    code: 'database/refused',
    states: ['22P05'],
    retryable: false,
    reason:
      "a row has a character that the column's type, or the database's encoding, cannot hold; use a database in UTF8, or leave such records out by the recipe",
  },
  {
    code: 'database/refused',
    states: ['54000'],
    retryable: false,
    reason:
      'a row is larger than a page of the table or of one of its indexes can hold; drop fields, or leave such records out by the recipe',
  },
  {
    code: 'database/refused',
    states: [ROWS_KEPT],
    retryable: false,
    reason:
      'a trigger or a rule of the table keeps rows in it that "replace" has to delete; use "append" or "merge", or name a view that ' +
      'does not show such rows',
  },
  {
    code: 'database/access-denied',
    states: ['42501'],
    retryable: false,
    reason:
      'the role lacks a permission, or a policy of the table keeps rows from it; grant it what docs/database.md lists, or leave out by the ' +
      'recipe what the policy refuses',
  },
  {
    code: 'database/no-unique-key',
    states: ['42P10'],
    retryable: false,
    reason: 'the table has no unique index or constraint on exactly the columns of the key; create one',
  },
  {
    code: 'database/login-refused',
    states: ['28'],
    retryable: true,
    reason:
      'the server refuses the role, its password or a missing one, or the address it connects from; correct that, and run it again',
  },
  {
    code: 'database/no-such-database',
    states: ['3D000'],
    retryable: true,
    reason: 'the database does not exist; create it or correct its name, and run it again',
  },
  {
    code: 'database/locked',
    states: ['55P03', '55006'],
    retryable: true,
    reason: 'another session has held a lock for too long; end that session, and run it again',
  },
  {
    code: 'database/conflict',
    states: ['40'],
    retryable: true,
    reason: 'the load collided with another transaction; run it again',
  },
  {
    code: 'database/disk-full',
    states: ['53100', '58030', 'ENOSPC'],
    retryable: true,
    reason: "the server's disk is full; make room, and run it again",
  },
  {
    code: 'database/read-only',
    states: ['25006'],
    retryable: true,
    reason: 'the server takes no writes, as a standby does; connect to the primary one, and run it again',
  },
  {
    code: 'database/unavailable',
    states: ['53', '57', '25P03', '58'],
    retryable: true,
    reason: 'the server is stopping, starting or overloaded, or somebody ended the session; run it again',
  },
  {
    code: 'database/certificate',
    states: [
      ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
      ...['ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_SIGNATURE_FAILURE'],
    ],
    retryable: true,
    reason:
      "the server's certificate cannot be verified; name the certificates to trust with sslrootcert=FILE, and the host as its certificate does",
  },
  {
    code: 'database/no-tls',
    states: [],
    retryable: true,
    reason: 'the server has no TLS, which every host but this machine needs; turn it on there, or set sslmode=disable',
  },
  {
    code: 'database/unreachable',
    states: [
      ...['08', 'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
      ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOENT', 'EACCES', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE'],
    ],
    retryable: true,
    reason: 'the server cannot be reached, or the connection broke; check host, port and network, and run it again',
  },
  {
    code: 'database/refused',
    states: ['0A', '0L', '21', '2B', '3F', '42', '44', '54', '55', 'P0'],
    retryable: false,
    reason: 'the server refuses the rows or the statement; correct the table or the recipe',
  },
  {
    code: 'database/failed',
    // 38 and 39: a function in another language, such as Python or Tcl, may have waited in vain for something outside.
    states: ['25', '26', '34', '38', '39', '72', 'F0', 'HV', 'XX'],
    retryable: true,
    reason: 'the database failed; run it again',
  },
];

/** The states and the classes that another try may not meet again. A state of a class that is not listed is a function's own. */
export const RETRYABLE_STATES = DIAGNOSES.filter(({ retryable }) => retryable)
  .flatMap(({ states }) => states)
  .filter(state => /^(?:[0-9A-Z]{2}|\d[0-9A-Z]{4})$/.test(state));

/** The classes, and the states of others, whose messages name things and quote no values. */
export const QUOTABLE_STATES = [
  '08',
  '0A',
  '21000',
  '23',
  '25',
  '28',
  '3D',
  '3F',
  '40',
  '42',
  '44',
  '53',
  '54011',
  '55',
  '57',
  '58',
];
