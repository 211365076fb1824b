import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDatabaseError } from '../../../src/destination/database/database-error.js';
import { StoppedError } from '../../../src/errors.js';

/** @param {object} said */
const told = (said, columns = ['id', 'name']) => {
  const { code, message, retryable, cause } = /** @type {any} */ (
    toDatabaseError(Object.assign(new Error('?'), said), 'load it', columns)
  );
  return { code, message, retryable, cause };
};

test('each SQLSTATE has a code, and may be worth another attempt or not', () => {
  for (const [state, code, retryable] of /** @type {const} */ ([
    ['23001', 'database/constraint', false],
    ['23503', 'database/constraint', false],
    ['23505', 'database/constraint', false],
    ['SLR01', 'database/refused', false],
    ['22P02', 'database/bad-value', false],
    ['22P05', 'database/refused', false],
    ['42501', 'database/access-denied', false],
    ['42P10', 'database/no-unique-key', false],
    ['42809', 'database/refused', false],
    ['P0001', 'database/refused', false],
    ['28P01', 'database/login-refused', true],
    ['3D000', 'database/no-such-database', true],
    ['55P03', 'database/locked', true],
    ['40001', 'database/conflict', true],
    ['40P01', 'database/conflict', true],
    ['53100', 'database/disk-full', true],
    ['53300', 'database/unavailable', true],
    ['57P01', 'database/unavailable', true],
    ['57P03', 'database/unavailable', true],
    ['25006', 'database/read-only', true],
    ['08006', 'database/unreachable', true],
    ['XX000', 'database/failed', true],
    ['25P02', 'database/failed', true],
    ['38000', 'database/failed', true],
    ['39004', 'database/failed', true],
  ])) {
    const said = told({ code: state, severity: 'ERROR' });
    assert.deepEqual([said.code, said.retryable], [code, retryable], state);
  }
});

test('a state that Postgres does not have is final from a function, which has a context, and no one else', () => {
  for (const code of ['2F005', '20000', 'PT402']) {
    const raised = told({ code, severity: 'ERROR', where: 'PL/pgSQL function check_name() line 1 at RAISE' });
    assert.deepEqual([raised.code, raised.retryable], ['database/refused', false], code);
    // A pooler's, say.
    const said = told({ code, severity: 'FATAL' });
    assert.deepEqual([said.code, said.retryable], ['database/failed', true], code);
  }
  const { code, retryable } = told({ severity: 'FATAL', message: 'no more connections allowed' });
  assert.deepEqual([code, retryable], ['database/failed', true]);
});

test('errors of the network and the driver have codes too', () => {
  for (const [said, code] of /** @type {const} */ ([
    [{ code: 'ECONNREFUSED' }, 'database/unreachable'],
    [{ message: 'Connection terminated unexpectedly' }, 'database/unreachable'],
    [{ message: 'timeout expired' }, 'database/unreachable'],
    [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'database/certificate'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'database/certificate'],
    [{ message: 'The server does not support SSL connections' }, 'database/no-tls'],
    [
      { message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string' },
      'database/login-refused',
    ],
    [{ message: 'There was an error establishing an SSL connection' }, 'database/unreachable'],
    [{ message: 'what?' }, 'database/failed'],
  ])) {
    assert.deepEqual([told(said).code, told(said).retryable], [code, true], code);
  }
});

test('the message of a database function is never quoted, since it may raise any SQLSTATE with any text', () => {
  for (const where of [
    'PL/pgSQL function check_name() line 1 at RAISE\nCOPY people, line 2: "2,secret"',
    'PL/pgSQL-Funktion check_name() Zeile 1 bei RAISE\nCOPY people, Zeile 2: »2,secret«',
    'SQL function "check_name" statement 1',
  ]) {
    for (const code of ['23514', '42501', '55000', '57014']) {
      const said = told({ code, severity: 'ERROR', message: 'not secret', constraint: 'names', where });
      assert.doesNotMatch(`${said.message} ${said.cause.stack}`, /secret/);
      assert.match(said.message, /constraint "names".*SQLSTATE/);
    }
  }
});

test('what names only features and limits is quoted', () => {
  for (const [code, message] of [
    ['0A000', 'COPY FROM not supported with row-level security'],
    ['54011', 'tables can have at most 1600 columns'],
    ['44000', 'new row violates check option for view "people"'],
  ])
    assert.ok(told({ code, severity: 'ERROR', message }).message.includes(message));
});

test('constraint, column and line are named; values are not, wherever the server quotes them', () => {
  const quoting = {
    message: 'invalid input syntax for type integer: "secret"',
    detail: 'Key (id)=(secret) already exists.',
    where: 'COPY people, line 17, column id: "secret"',
    hint: 'not secret',
    severity: 'ERROR',
  };
  for (const code of ['22P02', '23505', '23514', 'P0001', 'XX000', '42804']) {
    const said = told({
      ...quoting,
      message: code.startsWith('2') ? quoting.message : '?',
      code,
      constraint: 'people_pkey',
    });
    if (code !== '23505' && code !== '23514')
      assert.doesNotMatch(JSON.stringify([said, said.cause.stack]), /secret/, code);
    assert.match(said.message, /constraint "people_pkey"; column "id"; line 17 of the rows/, code);
  }
  assert.match(
    told({ code: '23502', severity: 'ERROR', message: 'null value in column "name"', column: 'name' }).message,
    /null value/,
  );
});

test('line and column are found in the languages that keep their order', () => {
  for (const where of [
    'COPY people, Zeile 17, Spalte id: »secret«',
    'COPY people, ligne 17, colonne id : « secret »',
    'COPY people, línea 17, columna id: entrada nula',
    'COPY people, ხაზი 17, სვეტი id: "secret"',
    'COPY people, строка 17, столбец id: "line 3, column name: secret"',
    'COPY people, kolumn 17, kolumn id',
    'SQL-Anweisung »SELECT 1«\nCOPY "a, b", Zeile 17, Spalte id: »secret\nCOPY people, line x, 4«',
  ]) {
    const said = told({ code: '22P02', severity: 'FEHLER', where }, ['i', 'name', 'id']);
    assert.match(said.message, /\(column "id"; line 17 of the rows[^;]*; SQLSTATE 22P02\)/, where);
  }
  for (const where of [
    'COPY people, Zeile 17: »secret«',
    'COPY people, ligne 17 : « secret »',
    'COPY people, rad 17',
  ]) {
    const said = told({ code: '23505', severity: 'FEHLER', message: 'doppelt', where });
    assert.match(said.message, /\(line 17 of the rows[^;]*; doppelt\)/, where);
  }
  assert.match(
    told({ code: '22P02', severity: 'エラー', where: 'peopleのCOPY、行 17: "x"' }).message,
    /\(SQLSTATE 22P02\)/,
  );
});

test('an error with one of our codes is returned unchanged', () => {
  const stopped = new StoppedError();
  assert.equal(toDatabaseError(stopped, 'load it'), stopped);
});
