import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/lambda/config.js';

const ARN = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:sluice/crm-AbC123';
/** @param {Record<string, string>} env */
const read = env => readConfig({ SLUICE_DESTINATION: 's3://sluice-out', ...env }).database;

test('the login is the address’s own, a secret’s, or a token’s', () => {
  assert.equal(read({ SLUICE_DATABASE: 'postgres://ada:pw@db/crm' })?.kind, 'address');
  assert.equal(read({ SLUICE_DATABASE_SECRET: ARN })?.kind, 'secret');
  assert.equal(read({ SLUICE_DATABASE_SECRET: ARN, SLUICE_DATABASE: 'postgres://db/crm' })?.kind, 'secret');
  assert.equal(read({ SLUICE_DATABASE: 'postgres://ada@db/crm', SLUICE_DATABASE_IAM: 'false' })?.kind, 'address');
});

test('the region of a token is that of the host, or else the function’s', () => {
  for (const [host, AWS_REGION, expected] of [
    ['crm.abcdefghijkl.eu-central-1.rds.amazonaws.com', 'us-east-1', 'eu-central-1'],
    ['crm.proxy-abcdefghijkl.us-gov-west-1.rds.amazonaws.com', 'us-east-1', 'us-gov-west-1'],
    ['crm.abcdefghijkl.rds.cn-north-1.amazonaws.com.cn', 'us-east-1', 'cn-north-1'],
    ['db.example.com', 'us-east-1', 'us-east-1'],
  ]) {
    const config = read({ SLUICE_DATABASE: `postgres://ada@${host}/crm`, SLUICE_DATABASE_IAM: 'true', AWS_REGION });
    assert.equal(config?.kind === 'iam' && config.region, expected);
  }
});

test('settings that contradict each other are refused, and nothing of an address is repeated', () => {
  const iam = { SLUICE_DATABASE_IAM: 'true', AWS_REGION: 'us-east-1' };
  for (const [env, message] of /** @type {const} */ ([
    [{ SLUICE_DATABASE_SECRET: ARN, ...iam }, /both set/],
    [{ SLUICE_DATABASE_SECRET: ARN, SLUICE_DATABASE: 'postgres://ada@db' }, /has a role or a password/],
    [{ SLUICE_DATABASE_SECRET: ARN, SLUICE_DATABASE: 'postgres://db?password=tr0ub4dor' }, /has a role or a password/],
    [iam, /without SLUICE_DATABASE/],
    [{ ...iam, SLUICE_DATABASE: 'postgres://db/crm' }, /with a role and without a password/],
    [{ ...iam, SLUICE_DATABASE: 'postgres://ada:tr0ub4dor@db/crm' }, /with a role and without a password/],
    [{ ...iam, SLUICE_DATABASE: 'postgres://ada@db/crm?sslmode=disable' }, /needs TLS/],
    [{ SLUICE_DATABASE_IAM: 'true', SLUICE_DATABASE: 'postgres://ada@db/crm' }, /needs the region/],
    [{ SLUICE_DATABASE_IAM: 'yes', SLUICE_DATABASE: 'postgres://ada@db/crm' }, /neither true nor false/],
  ])) {
    assert.throws(
      () => read(env),
      error => {
        const { code, message: said } = /** @type {any} */ (error);
        assert.equal(code, 'usage/config');
        assert.match(said, message);
        assert.ok(!said.includes('tr0ub4dor'));
        return true;
      },
    );
  }
});
