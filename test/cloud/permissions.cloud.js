import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { startLocalPostgres } from '../../scripts/local-postgres/start-local-postgres.js';
import { drawsAll } from '../support/cases.js';
import { RECIPE, SECOND, useStack } from './archives.js';
import { HERE, startCloud } from './stack.js';

/** @import { Cloud, Stack } from './stack.js' */

/** The function's error code for a request that IAM refuses. */
const DENIED = 'storage/access-denied';
/** Stands for the ARN of the account's secret. */
const SECRET = 'its secret';
/** Stands for the ARN of the secret with the database's address. */
const DATABASE_SECRET = 'the database’s secret';
const WITH_TABLE = '{"entries":[{"match":"**/*.csv","csv":{"table":"public.people"}}]}';
const HASHING = '{"entries":[{"match":"**/*.csv","csv":{"hash":["email"]}}]}';

/** @type {Cloud} */
let cloud;
/** @type {Awaited<ReturnType<typeof startLocalPostgres>>} */
let postgres;
let [secretArn, databaseSecretArn] = ['', ''];
before(
  async () => {
    cloud = await startCloud();
    await cloud.aws.s3.send(new CreateBucketCommand({ Bucket: 'settings', ...HERE }));
    await cloud.aws.s3.send(new PutObjectCommand({ Bucket: 'settings', Key: 'recipe.json', Body: RECIPE }));
    const secret = { Name: 'sluice/hash-key', SecretString: 'the key' };
    secretArn = (await cloud.aws.call('secretsmanager', 'create_secret', secret)).ARN;
    postgres = await startLocalPostgres();
    const login = { Name: 'sluice/crm', SecretString: postgres.url };
    databaseSecretArn = (await cloud.aws.call('secretsmanager', 'create_secret', login)).ARN;
  },
  { timeout: 120_000 },
);
after(async () => {
  await postgres?.stop();
  await cloud?.close();
});

describe('the role of a deployed function', { timeout: 600_000 }, () => {
  after(() => cloud.aws.enforcePolicies(false));

  /** @type {[parameters: Record<string, string>, own: Record<string, string>][]} */
  const stacks = [
    [{ RecipeObject: 'settings/recipe.json' }, { ReadRecipe: DENIED, TagArchives: DENIED }],
    [{ SourceAfterwards: 'delete' }, { DeleteArchives: DENIED }],
    [{ SourceAfterwards: 'keep', Recipe: HASHING, HashSecretArn: SECRET }, { ReadHashKey: DENIED }],
    [{ SourceAfterwards: 'keep', PasswordSecretArn: SECRET }, { ReadPassword: DENIED }],
    [
      { SourceAfterwards: 'keep', Recipe: WITH_TABLE, DatabaseSecretArn: DATABASE_SECRET },
      { ReadDatabaseLogin: DENIED },
    ],
  ];
  /** What the function must be allowed with any parameters. @type {Record<string, string | null>} */
  const common = {
    // SQS refuses with this code.
    TakeMessages: '403',
    // Lambda writes the log, not the function.
    WriteLog: null,
    ReadArchives: DENIED,
    DistinguishMissingFromForbidden: DENIED,
    WriteOutputs: DENIED,
  };
  for (const [index, [parameters, own]] of stacks.entries()) {
    it(`has only needed statements, with ${JSON.stringify(parameters)}: without any one of them, a request is refused`, async () => {
      const given = Object.entries(parameters).map(([name, value]) => [
        name,
        value.replace(SECRET, secretArn).replace(DATABASE_SECRET, databaseSecretArn),
      ]);
      const stack = await cloud.deploy(Object.fromEntries(given));
      const role = { RoleName: stack.resources.FunctionRole, PolicyName: 'Sluice' };
      const { PolicyDocument: whole } = await cloud.aws.call('iam', 'get_role_policy', role);
      await cloud.aws.enforcePolicies(true);
      assert.equal(await whatIsRefused(stack, 'whole.zip'), null);
      const statements = whole.Statement.map((/** @type {any} */ { Sid }) => Sid);
      assert.deepEqual(statements.toSorted(), Object.keys({ ...common, ...own }).toSorted());
      // Those that all stacks have are left out of the first one.
      const needed = index === 0 || drawsAll ? { ...common, ...own } : own;
      /** @type {Record<string, string | null>} */
      const refused = {};
      for (const Sid of Object.keys(needed)) {
        const Statement = whole.Statement.filter((/** @type {any} */ statement) => statement.Sid !== Sid);
        const PolicyDocument = JSON.stringify({ ...whole, Statement });
        await cloud.aws.call('iam', 'put_role_policy', { ...role, PolicyDocument });
        refused[Sid] = await whatIsRefused(stack, `without-${Sid}.zip`);
      }
      assert.deepEqual(refused, needed);
    });
  }

  it('opens no other stack’s buckets', async () => {
    await cloud.aws.enforcePolicies(false);
    const [one, other] = [await cloud.deploy(), await cloud.deploy()];
    await cloud.aws.enforcePolicies(true);
    await useStack(cloud, one).upload('archive.zip', SECOND.archive);
    const [arrival] = await useStack(cloud, one).arrivals();
    const { lines, answer } = await useStack(cloud, other).deliver(arrival);
    assert.deepEqual([lines[0].outcome, lines[0].errorCode], ['retry', DENIED]);
    assert.equal(answer.batchItemFailures.length, 1);
    assert.deepEqual(await useStack(cloud, other).outputsOf('archive.zip'), { manifest: null, files: {} });
  });
});

/**
 * Sends an archive through the stack.
 *
 * @param {Stack} stack
 * @param {string} key
 * @returns {Promise<string | null>} The code of the error that it ended with.
 */
async function whatIsRefused(stack, key) {
  const used = useStack(cloud, stack);
  await used.upload(key, SECOND.archive);
  try {
    const arrival = (await used.arrivals()).find(({ object }) => object.key === key);
    if (arrival === undefined) throw new Error(`nothing arrived of ${key}`);
    const { error, lines } = await used.deliver(arrival);
    // The recipe is read before the first log line.
    return lines[0]?.errorCode ?? error?.split(':')[0] ?? null;
  } catch (error) {
    const { code } = /** @type {any} */ (error);
    if (code === undefined) throw error;
    return code;
  }
}
