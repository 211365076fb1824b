import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { UsageError } from '../../src/errors.js';
import { readConfig } from '../../src/lambda/config.js';

const SECRET_ARN = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:sluice/hash-key-AbC123';
const required = { SLUICE_DESTINATION: 's3://sluice-out/clean' };

describe('readConfig', () => {
  it('needs a destination and has defaults for the rest', () => {
    assert.deepEqual(readConfig({ ...required, PATH: '/bin' }), {
      destination: 's3://sluice-out/clean',
      output: { bucket: 'sluice-out', prefix: 'clean' },
      recipe: { kind: 'none' },
      hashSecret: null,
      passwordSecret: null,
      database: null,
      afterwards: 'keep',
      trigger: { prefix: '', suffixes: ['.zip'] },
      expectedBucketOwner: null,
      logLevel: 'info',
      memoryBytes: null,
    });
  });

  it('reads every variable', () => {
    const env = {
      SLUICE_DESTINATION: 's3://sluice-out/a/b/',
      SLUICE_RECIPE: 's3://sluice-settings/recipes/customers.json',
      SLUICE_HASH_SECRET: SECRET_ARN,
      SLUICE_PASSWORD_SECRET: SECRET_ARN,
      SLUICE_DATABASE: 'postgres://ada:secret@db.example.com/crm',
      SLUICE_SOURCE_AFTERWARDS: 'tag',
      SLUICE_TRIGGER_PREFIX: 'in/',
      SLUICE_TRIGGER_SUFFIX: '.archive, .gz',
      SLUICE_EXPECTED_BUCKET_OWNER: '123456789012',
      SLUICE_LOG_LEVEL: 'warn',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    };
    const { database, ...config } = readConfig(env);
    assert.ok(database?.kind === 'address');
    const { uri, password } = database.settings;
    assert.deepEqual([uri, password], ['postgres://db.example.com/crm', 'secret']);
    assert.deepEqual(config, {
      destination: 's3://sluice-out/a/b',
      output: { bucket: 'sluice-out', prefix: 'a/b' },
      recipe: { kind: 's3', uri: 's3://sluice-settings/recipes/customers.json' },
      hashSecret: { arn: SECRET_ARN, region: 'eu-central-1' },
      passwordSecret: { arn: SECRET_ARN, region: 'eu-central-1' },
      afterwards: 'tag',
      trigger: { prefix: 'in/', suffixes: ['.archive', '.gz'] },
      expectedBucketOwner: '123456789012',
      logLevel: 'warn',
      memoryBytes: 268_435_456,
    });
  });

  it('treats an empty variable as unset', () => {
    const names = [
      'SLUICE_RECIPE',
      'SLUICE_HASH_SECRET',
      'SLUICE_PASSWORD_SECRET',
      'SLUICE_DATABASE',
      'SLUICE_DATABASE_SECRET',
      'SLUICE_DATABASE_IAM',
      'SLUICE_SOURCE_AFTERWARDS',
      'SLUICE_TRIGGER_PREFIX',
      'SLUICE_TRIGGER_SUFFIX',
    ];
    const more = ['SLUICE_LOG_LEVEL', 'SLUICE_EXPECTED_BUCKET_OWNER', 'AWS_LAMBDA_FUNCTION_MEMORY_SIZE'];
    const empty = Object.fromEntries([...names, ...more].map(name => [name, '']));
    assert.deepEqual(readConfig({ ...required, ...empty }), readConfig(required));
  });

  it('accepts a whole bucket as destination', () => {
    for (const uri of ['s3://sluice-out', 's3://sluice-out/']) {
      const { destination, output } = readConfig({ SLUICE_DESTINATION: uri });
      assert.equal(destination, 's3://sluice-out');
      assert.deepEqual(output, { bucket: 'sluice-out', prefix: '' });
    }
  });

  it('distinguishes an inline recipe from a bundled file', () => {
    const text = '\n{ "entries": [] }';
    assert.deepEqual(readConfig({ ...required, SLUICE_RECIPE: text }).recipe, { kind: 'inline', text: text.trim() });
    const env = { ...required, SLUICE_RECIPE: 'recipes/customers.json', LAMBDA_TASK_ROOT: '/var/task' };
    assert.deepEqual(readConfig(env).recipe, { kind: 'file', path: '/var/task/recipes/customers.json' });
  });

  it('freezes the settings', () => {
    const config = readConfig(required);
    for (const part of [config, config.output, config.recipe, config.trigger]) assert.ok(Object.isFrozen(part));
  });

  it('reads the environment of the process by default', () => {
    assert.throws(() => readConfig(), usageError(/^SLUICE_DESTINATION is not set/));
  });
});

test('a value that is not a secret’s ARN is refused and not repeated: it may be the secret', () => {
  for (const value of [
    'Tr0ub4dor-and-3',
    'sluice/hash-key',
    SECRET_ARN.replace('-AbC123', ''),
    SECRET_ARN.replace(':secret:', ':key:'),
    `${SECRET_ARN}*`,
    SECRET_ARN.replace('123456789012', '12345'),
  ]) {
    for (const variable of ['SLUICE_HASH_SECRET', 'SLUICE_PASSWORD_SECRET', 'SLUICE_DATABASE_SECRET']) {
      assert.throws(
        () => readConfig({ ...required, [variable]: value }),
        error => {
          assert.ok(error instanceof UsageError && error.code === 'usage/config');
          assert.match(
            error.message,
            new RegExp(`^${variable} is not the ARN of a secret .* allowed: arn:aws:secretsmanager:`),
          );
          assert.ok(!error.message.includes(value));
          return true;
        },
      );
    }
  }
  const gov = SECRET_ARN.replace('aws:', 'aws-us-gov:').replace('eu-central-1', 'us-gov-west-1');
  assert.equal(readConfig({ ...required, SLUICE_HASH_SECRET: gov }).hashSecret?.region, 'us-gov-west-1');
});

describe('an invalid setting is named with its value and what is allowed', () => {
  for (const [variable, value, message] of /** @type {const} */ ([
    ['SLUICE_DESTINATION', '', /^SLUICE_DESTINATION is not set; allowed: s3:\/\/bucket/],
    ['SLUICE_DESTINATION', 'out\u001b', /^SLUICE_DESTINATION is "out\\u\{1b\}"; allowed: s3:\/\/bucket/],
    ['SLUICE_DESTINATION', 's3://', /allowed: s3:\/\/bucket/],
    ['SLUICE_DESTINATION', 's3:///prefix', /allowed: s3:\/\/bucket/],
    ['SLUICE_DESTINATION', 'https://example.com/out', /allowed: s3:\/\/bucket/],
    ['SLUICE_RECIPE', 's3://settings', /^SLUICE_RECIPE is "s3:\/\/settings"; allowed: the recipe as JSON/],
    ['SLUICE_RECIPE', 's3://settings/', /allowed: the recipe as JSON/],
    ['SLUICE_SOURCE_AFTERWARDS', 'remove', /^SLUICE_SOURCE_AFTERWARDS is "remove"; allowed: keep, delete or tag$/],
    ['SLUICE_EXPECTED_BUCKET_OWNER', '12345', /is "12345"; allowed: an AWS account, twelve digits$/],
    ['AWS_LAMBDA_FUNCTION_MEMORY_SIZE', '256MB', /is "256MB"; allowed: a number of MB/],
    ['SLUICE_TRIGGER_SUFFIX', '.zip,,.gz', /is ".zip,,.gz"; allowed: a suffix, or several with commas between them/],
    ['SLUICE_AFTERWARDS', 'keep', /^unknown variable SLUICE_AFTERWARDS; known are SLUICE_DESTINATION, /],
  ])) {
    it(`${variable}=${JSON.stringify(value)}`, () => {
      assert.throws(() => readConfig({ ...required, [variable]: value }), usageError(message));
    });
  }
});

/** @param {RegExp} message */
function usageError(message) {
  return (/** @type {unknown} */ error) =>
    error instanceof UsageError && error.code === 'usage/config' && message.test(error.message);
}
