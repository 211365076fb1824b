import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { addressInSecret } from '../../src/lambda/database-secret.js';
import { SECRET_ARN } from '../support/secrets-server.js';

const PASSWORD = 'Tr0ub4dor&3/@:';
/** As RDS and Secrets Manager store it. */
const OBJECT = {
  ...{ dbClusterIdentifier: 'crm', password: PASSWORD, dbname: 'crm', engine: 'postgres', port: 6543 },
  ...{ host: 'db.example.com', username: 'ada' },
};

test('a secret is an address, or RDS’s object', () => {
  const whole = { host: 'db.example.com', port: '6543', user: 'ada', password: PASSWORD, database: 'crm' };
  for (const [secret, expected] of /** @type {const} */ ([
    [`postgres://ada:${encodeURIComponent(PASSWORD)}@db.example.com:6543/crm\n`, whole],
    [JSON.stringify(OBJECT), whole],
    [`\n ${JSON.stringify({ ...OBJECT, port: '6543', engine: 'aurora-postgresql' })}`, whole],
    [JSON.stringify({ username: 'ada', password: PASSWORD }), { ...whole, host: '', port: '', database: '' }],
  ])) {
    assert.deepEqual(addressInSecret(secret, SECRET_ARN), {
      ...{ sslmode: '', sslrootcert: '', application_name: '', service: '' },
      ...expected,
    });
  }
});

test('usage/database-secret: anything else is refused, and nothing of it is repeated', () => {
  for (const [secret, problem] of /** @type {const} */ ([
    ['', /neither an address/],
    [PASSWORD, /neither an address/],
    [`mysql://ada:${PASSWORD}@db`, /neither an address/],
    [`postgres://ada:x@db?${PASSWORD}=1`, /neither an address/],
    [`{"password": "${PASSWORD}"`, /no JSON object/],
    [JSON.stringify({ password: PASSWORD }), /no role, or no password/],
    [JSON.stringify({ username: PASSWORD }), /no role, or no password/],
    [`postgres://${encodeURIComponent(PASSWORD)}@db`, /no role, or no password/],
    [JSON.stringify({ ...OBJECT, engine: PASSWORD }), /not Postgres/],
    [JSON.stringify({ ...OBJECT, host: [PASSWORD] }), /not a string/],
    [JSON.stringify({ ...OBJECT, port: PASSWORD }), /a port/],
    [`postgres://ada:x@db?sslmode=${encodeURIComponent(PASSWORD)}`, /sslmode/],
  ])) {
    assert.throws(
      () => addressInSecret(secret, SECRET_ARN),
      error => {
        const { code, message } = /** @type {any} */ (error);
        assert.equal(code, 'usage/database-secret');
        assert.match(message, problem);
        assert.ok(message.startsWith(`the secret ${SECRET_ARN} `));
        for (const part of [PASSWORD, encodeURIComponent(PASSWORD), 'Tr0ub'])
          assert.ok(!inspect(error, { showHidden: true, depth: 9 }).includes(part));
        return true;
      },
    );
  }
});
