import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServeError, toServeError } from '../../src/serve/serve-error.js';

/** @param {string} code @param {string} [message] */
const said = (code, message = 'm') =>
  Object.assign(new Error(message), { code, severity: 'ERROR', detail: 'd', hint: 'h' });

test('an SQLSTATE has the status that PostgREST gives it', () => {
  for (const [state, status] of /** @type {const} */ ([
    ['08006', 503],
    ['09000', 500],
    ['0L000', 403],
    ['0P000', 403],
    ['22P02', 400],
    ['22023', 400],
    ['23503', 409],
    ['23505', 409],
    ['23514', 400],
    ['25006', 405],
    ['25P02', 500],
    ['28000', 403],
    ['40001', 500],
    ['42501', 403],
    ['42601', 400],
    ['42703', 400],
    ['42883', 404],
    ['42P01', 404],
    ['42P17', 500],
    ['53300', 503],
    ['53400', 500],
    ['54001', 500],
    ['55P03', 500],
    ['57014', 504],
    ['57P01', 503],
    ['58P01', 500],
    ['P0001', 400],
    ['P0002', 500],
    ['PT402', 402],
    ['PT200', 400],
    ['XX000', 500],
    ['ZZ999', 400],
  ])) {
    assert.equal(toServeError(said(state)).status, status, state);
  }
  assert.equal(toServeError(said('22023', 'role "x" does not exist')).status, 401);
  assert.equal(toServeError(said('21000', 'DELETE requires a WHERE clause')).status, 400);
  assert.equal(toServeError(said('21000')).status, 500);
});

test('who has not said who they are is asked to', () => {
  const { status, headers } = toServeError(said('42501'), { hasToken: false });
  assert.deepEqual([status, headers], [401, { 'www-authenticate': 'Bearer' }]);
});

test('detail and hint are shown, but nothing of the server itself', () => {
  assert.deepEqual(toServeError(said('22P02')).toJSON(), { code: '22P02', message: 'm', details: 'd', hint: 'h' });
  for (const state of ['58P01', 'XX000', '53200', '08000', 'F0000']) {
    const error = toServeError(said(state, 'could not open file "base/1/2"'));
    assert.doesNotMatch(JSON.stringify(error), /base\/1|"d"|"h"/);
    assert.match(String(/** @type {Error} */ (error.cause).message), /base/, 'for the log');
  }
});

test('a connection that breaks is 503, and our own errors stay', () => {
  for (const error of [
    new Error('Connection terminated'),
    Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    null,
    'x',
  ]) {
    assert.deepEqual([toServeError(error).status, toServeError(error).code], [503, 'PGRST001']);
  }
  const error = new ServeError(400, 'PGRST100', 'm');
  assert.equal(toServeError(error), error);
});

test('a defect of the program is no failure of the connection', () => {
  const defect = new TypeError('x is not a function');
  const { status, code, cause } = toServeError(defect);
  assert.deepEqual([status, code, cause], [500, 'PGRSTX00', defect]);
  assert.equal(toServeError(Object.assign(new Error('reset'), { code: 'ECONNRESET' })).status, 503);
});
