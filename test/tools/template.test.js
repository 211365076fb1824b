import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/lambda/config.js';
import { deployTemplate, TEMPLATE } from '../support/cloudformation/deploy-template.js';
import fc, { caseCount } from '../support/fast-check.js';

const SECRET = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:sluice/hash-key-AbC123';
const IAM_USER = 'arn:aws:rds-db:eu-central-1:123456789012:dbuser:cluster-ABC123/ada';
const SUBNET = 'subnet-0123456789abcdef0';
const KEY = 'arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
/** S3 refuses notifications of which two select the same key. */
const OVERLAPPING = ['.gz,.tar.gz', '.tar.gz,.zip,.gz', '.gz,.zip,.gz', '.zip,.ZIP', '.ZIP,.gz,.zip', '.zip,x.ZIP'];
const { Parameters: PARAMETERS, Resources: RESOURCES } = TEMPLATE;
/** @param {Record<string, string | number>} [parameters] */
const resourcesWith = parameters => deployTemplate(parameters).resources;
/** @param {Record<string, string | number>} [parameters] */
const variablesWith = parameters => resourcesWith(parameters).Function.Properties.Environment.Variables;

describe('the function in template.yaml', () => {
  it('sets every variable that the function reads, and otherwise only one for the C library', () => {
    // SAM passes only variables that the template declares.
    assert.deepEqual(Object.keys(variablesWith()).sort(), ['MALLOC_ARENA_MAX', ...knownVariables()].sort());
  });

  it('names the handler that src/handler.js exports', async () => {
    const { Handler, CodeUri } = RESOURCES.Function.Properties;
    const [file, name] = Handler.split('.');
    const module = await import(`../../${CodeUri}/${file}.js`);
    assert.equal(typeof module[name], 'function');
  });

  it('takes one message at a time and reports whether it failed', () => {
    const { Properties } = resourcesWith({ MaximumConcurrency: 7 }).FunctionArchiveArrives;
    assert.match(Properties.EventSourceArn, /:ArchiveQueue$/);
    assert.equal(Properties.FunctionName, 'Function');
    assert.equal(Properties.BatchSize, 1);
    assert.deepEqual(Properties.FunctionResponseTypes, ['ReportBatchItemFailures']);
    assert.deepEqual(Properties.ScalingConfig, { MaximumConcurrency: '7' });
  });
});

describe('a parameter of template.yaml', () => {
  it('has a description, a constraint that begins with its name, and a valid default', () => {
    for (const [name, { Description, ConstraintDescription, Default }] of Object.entries(PARAMETERS)) {
      assert.ok(Description.length > 20, name);
      assert.ok(ConstraintDescription.startsWith(`${name} `), name);
      assert.notEqual(Default, undefined, name);
    }
    deployTemplate();
  });

  it('is used', () => {
    const text = JSON.stringify([TEMPLATE.Conditions, RESOURCES]);
    for (const name of Object.keys(PARAMETERS)) {
      assert.ok(text.includes(`"Ref":"${name}"`) || text.includes(`\${${name}}`), name);
    }
  });

  for (const [name, ...values] of /** @type {[string, ...(string | number)[]][]} */ ([
    ['BucketPrefix', 'Sluice', '-x', 'a'.repeat(26), ''],
    ['ExistingInputBucket', 's3://archives', 'Archives', 'ab'],
    ['Trigger', 'Queue', 'sqs', ''],
    ['TriggerPrefix', 'in/*', 'in?', 'ä', 'a'.repeat(501)],
    ['TriggerSuffix', '', '*.zip', 'a/b', '.zip,', ',.gz', '.a,.b,.c,.d,.e', ...OVERLAPPING],
    ['DestinationPrefix', 'clean', '/clean/', 'a//b/', '*/'],
    ['Recipe', 'recipe.json', 's3://bucket/recipe.json', '[]'],
    ['RecipeObject', 's3://bucket/recipe.json', 'bucket', 'bucket/', 'bucket/*'],
    ['HashSecretArn', 'sluice/hash-key', SECRET.slice(0, -7), `${SECRET}*`, SECRET.replace('123456789012', '12')],
    ['HashSecretKeyArn', 'alias/mine', KEY.replace(':key/', ':alias/'), `${KEY}*`],
    ['PasswordSecretArn', 'sluice/password', SECRET.slice(0, -7), `${SECRET}*`, SECRET.replace('123456789012', '12')],
    ['PasswordSecretKeyArn', 'alias/mine', KEY.replace(':key/', ':alias/'), `${KEY}*`],
    ['Database', 'db.example.com', 'mysql://db', 'postgres://ada:secret@db/crm', 'postgres://db?password=secret'],
    ['Database', 'postgres://db/crm?sslmode=require&password=secret', 'postgres://ada%3Asecret:@db/crm', 'postgres://'],
    ['DatabaseSecretArn', 'sluice/crm', SECRET.slice(0, -7), `${SECRET}*`, SECRET.replace('123456789012', '12')],
    ['DatabaseSecretKeyArn', 'alias/mine', KEY.replace(':key/', ':alias/'), `${KEY}*`],
    ['DatabaseIamUserArn', ...['db-ABC/ada', `${IAM_USER}*`, IAM_USER.replace('cluster-ABC123', '*'), SECRET]],
    ['SubnetIds', 'subnet-x', `${SUBNET},`, `${SUBNET}, ${SUBNET}`, 'vpc-01234567', 'sg-01234567'],
    ['SecurityGroupIds', 'sg-x', 'sg-01234567,', Array(6).fill('sg-01234567').join(), SUBNET],
    ['SourceAfterwards', 'remove', 'Keep'],
    ['SourceRetentionDays', 0, 3651, 'long'],
    ['MemorySize', 127, 10_241, '1 GB'],
    ['Timeout', 59, 901],
    ['Architecture', 'x86', 'arm'],
    ['MaximumConcurrency', 1, 1001],
    ['LogLevel', 'debug', 'INFO'],
    ['LogRetentionDays', 2, 0],
    ['AlarmEmail', 'me', 'me@', 'a b@c'],
    ['BadRecordsAlarmThreshold', -1, 1_000_000_001, '10%', ''],
  ])) {
    it(`fails the deployment with its constraint if it is invalid: ${name}`, () => {
      for (const value of values) {
        assert.throws(() => deployTemplate({ [name]: value }), { message: PARAMETERS[name].ConstraintDescription });
      }
    });
  }

  it('is tested above', () => {
    assert.equal(Object.keys(PARAMETERS).length, 28);
  });

  it('for a recipe excludes the other one', () => {
    const both = { Recipe: '{"entries":[]}', RecipeObject: 'bucket/recipe.json' };
    assert.throws(() => deployTemplate(both), { message: 'Give Recipe or RecipeObject, not both.' });
  });

  it('for the key of a secret needs the secret', () => {
    const message = 'HashSecretKeyArn is the key of the secret HashSecretArn; give both.';
    assert.throws(() => deployTemplate({ HashSecretKeyArn: KEY }), { message });
    deployTemplate({ HashSecretKeyArn: KEY, HashSecretArn: SECRET });
    assert.throws(() => deployTemplate({ PasswordSecretKeyArn: KEY, HashSecretArn: SECRET }), {
      message: message.replaceAll('Hash', 'Password'),
    });
    deployTemplate({ PasswordSecretKeyArn: KEY, PasswordSecretArn: SECRET });
    assert.throws(() => deployTemplate({ DatabaseSecretKeyArn: KEY, HashSecretArn: SECRET }), {
      message: message.replaceAll('Hash', 'Database'),
    });
    deployTemplate({ DatabaseSecretKeyArn: KEY, DatabaseSecretArn: SECRET });
  });

  it('for the login of a database excludes the other one, and needs an address for a role of IAM', () => {
    const iam = { Database: 'postgres://ada@db/crm', DatabaseIamUserArn: IAM_USER };
    deployTemplate(iam);
    const message = 'Give DatabaseSecretArn or DatabaseIamUserArn, not both.';
    assert.throws(() => deployTemplate({ ...iam, DatabaseSecretArn: SECRET }), { message });
    assert.throws(() => deployTemplate({ ...iam, Database: '' }), { message: /for the address Database; give both/ });
  });

  it('for subnets needs the one for security groups, and the other way round', () => {
    for (const one of [{ SubnetIds: SUBNET }, { SecurityGroupIds: 'sg-01234567' }]) {
      assert.throws(() => deployTemplate(one), { message: /belong together; give both/ });
    }
  });

  it('for a database reaches the function', () => {
    /** @param {Record<string, string>} given */
    const databaseWith = given => readConfig({ ...variablesWith(given), AWS_REGION: 'eu-central-1' }).database;
    assert.equal(databaseWith({}), null);
    const Database = 'postgres://ada@db.example.com:6543/crm?application_name=nightly';
    const iam = databaseWith({ Database, DatabaseIamUserArn: IAM_USER });
    assert.ok(iam?.kind === 'iam' && iam.settings.user === 'ada' && iam.settings.port === 6543);
    assert.equal(databaseWith({ Database })?.kind, 'address');
    const managed = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:rds!db-1234abcd-AbC123';
    for (const DatabaseSecretArn of [SECRET, managed]) {
      const config = databaseWith({ Database: 'postgres://db:5432/crm', DatabaseSecretArn });
      assert.ok(config?.kind === 'secret' && config.secret.arn === DatabaseSecretArn);
    }
  });

  it('that is valid is accepted by the function too', () => {
    const texts = [
      'TriggerPrefix',
      'TriggerSuffix',
      'DestinationPrefix',
      'RecipeObject',
      'HashSecretArn',
      'PasswordSecretArn',
    ];
    const choices = ['SourceAfterwards', 'LogLevel'];
    const parameters = fc.record({
      ...Object.fromEntries(texts.map(name => [name, allowedText(PARAMETERS[name].AllowedPattern)])),
      ...Object.fromEntries(choices.map(name => [name, fc.constantFrom(...PARAMETERS[name].AllowedValues)])),
    });
    fc.assert(
      fc.property(parameters, given => {
        const config = readConfig(variablesWith(given));
        const { TriggerPrefix, TriggerSuffix, DestinationPrefix, RecipeObject, SourceAfterwards, LogLevel } = given;
        assert.equal(config.hashSecret?.arn ?? '', given.HashSecretArn);
        assert.equal(config.passwordSecret?.arn ?? '', given.PasswordSecretArn);
        assert.deepEqual(config.trigger, { prefix: TriggerPrefix, suffixes: TriggerSuffix.split(',') });
        assert.equal(`${config.output.prefix}/`, DestinationPrefix || '/');
        assert.deepEqual(config.recipe, RecipeObject ? { kind: 's3', uri: `s3://${RecipeObject}` } : { kind: 'none' });
        assert.deepEqual([config.afterwards, config.logLevel], [SourceAfterwards, LogLevel]);
      }),
      { seed: 5, numRuns: caseCount(200) },
    );
  });

  it('for a recipe as JSON reaches the function', () => {
    const Recipe = '\n{ "entries": [] }\n';
    assert.deepEqual(readConfig(variablesWith({ Recipe })).recipe, { kind: 'inline', text: Recipe.trim() });
  });
});

/**
 * @param {string} pattern
 * @returns {fc.Arbitrary<string>} fast-check makes no text for what must not follow, so that is left out, and tested.
 */
function allowedText(pattern) {
  const plain = pattern.replace(/^\^(\(\?!([^()]|\([^()]*\))*\))+/, '^');
  return fc.stringMatching(new RegExp(plain)).filter(text => new RegExp(pattern).test(text));
}

/** Those listed in the message about an unknown variable. */
function knownVariables() {
  try {
    readConfig({ SLUICE_X: '' });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return message.slice(message.indexOf('known are')).match(/SLUICE_[A-Z_]+/g) ?? [];
  }
  return assert.fail('an unknown variable was accepted');
}
