import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CreateBucketCommand, PutBucketVersioningCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { deployTemplate } from '../support/cloudformation/deploy-template.js';
import { FIRST, RECIPE, SECOND, useStack } from './archives.js';
import { startFunction } from './invoke.js';
import { HERE, startCloud } from './stack.js';

/** @import { Cloud, Stack } from './stack.js' */

/**
 * @typedef {object} Combination
 * @property {string} title
 * @property {Record<string, string>} parameters
 * @property {boolean} [hasRecipe]
 * @property {boolean} [keepsVersions] Of an existing bucket.
 */

/** @type {Combination[]} */
const COMBINATIONS = [
  { title: 'its defaults', parameters: {} },
  { title: 'an existing bucket without versions', parameters: { ExistingInputBucket: 'archives' } },
  {
    title: 'prefixes on both sides, a recipe in S3, and archives that are deleted',
    parameters: {
      ...{ TriggerPrefix: 'in/', DestinationPrefix: 'clean/files/' },
      ...{ RecipeObject: 'settings/recipes/people.json', SourceAfterwards: 'delete' },
    },
    hasRecipe: true,
  },
  {
    title: 'archives that are kept, a suffix and a recipe of its own, and 128 MB on another processor',
    parameters: {
      ...{ SourceAfterwards: 'keep', SourceRetentionDays: '90', TriggerSuffix: '.export', Recipe: RECIPE },
      ...{ MemorySize: '128', Architecture: 'x86_64', Timeout: '60' },
    },
    hasRecipe: true,
  },
  { title: 'no queue', parameters: { Trigger: 'direct' } },
  {
    title: 'no queue, an existing bucket with versions, and archives that are deleted',
    parameters: {
      Trigger: 'direct',
      ExistingInputBucket: 'versioned-archives',
      TriggerPrefix: 'in/',
      SourceAfterwards: 'delete',
    },
    keepsVersions: true,
  },
];

/** @type {Cloud} */
let cloud;
before(
  async () => {
    cloud = await startCloud();
    await cloud.aws.s3.send(new CreateBucketCommand({ Bucket: 'settings', ...HERE }));
    const recipe = { Bucket: 'settings', Key: 'recipes/people.json', Body: RECIPE };
    await cloud.aws.s3.send(new PutObjectCommand(recipe));
  },
  { timeout: 120_000 },
);
after(() => cloud?.close());

for (const { title, parameters, hasRecipe = false, keepsVersions = false } of COMBINATIONS) {
  describe(`the stack with ${title}`, { timeout: 600_000 }, () => {
    const isDirect = parameters.Trigger === 'direct';
    const { ExistingInputBucket, TriggerPrefix = '', TriggerSuffix = '.zip' } = parameters;
    const afterwards = parameters.SourceAfterwards ?? 'tag';
    const suffixes = TriggerSuffix === '.zip' ? ['.zip', '.ZIP'] : TriggerSuffix.split(',');

    /** @type {Stack} */
    let stack;
    /** @type {ReturnType<typeof useStack>} */
    let used;
    /** @type {ReturnType<typeof startFunction>} */
    let started;
    before(async () => {
      if (ExistingInputBucket) await createBucket(ExistingInputBucket, keepsVersions);
      stack = await cloud.deploy(parameters);
      if (ExistingInputBucket) await notify(stack.outputs.NotifyCommand);
      // Versions make every write visible.
      await setVersions(stack.resources.OutputBucket);
      // One process for all events, as Lambda keeps it; the first of them finds it cold.
      started = startFunction(cloud, stack);
      used = useStack(cloud, stack, started.invoke);
    });
    after(() => started?.end());

    it('is created as the template says', async () => {
      assert.equal(stack.status, 'CREATE_COMPLETE');
      const { resources, outputs } = evaluate(stack, parameters);
      const created = Object.keys(resources).filter(name => !SKIPPED_BY_MOTO.includes(resources[name].Type));
      for (const name of created) assert.ok(name in stack.resources, name);
      assert.equal('ArchiveQueue' in stack.resources, !isDirect);
      assert.deepEqual(Object.keys(stack.outputs).sort(), Object.keys(outputs).sort());
      for (const text of Object.values(stack.outputs)) assert.doesNotMatch(text, /\$\{|undefined|None|null/);
    });

    it('has the function that the parameters describe', () => {
      const { Properties } = evaluate(stack, parameters).resources.Function;
      const { MemorySize, Timeout, Architectures, Runtime, Handler, Environment } = stack.configuration;
      assert.equal(MemorySize, Number(Properties.MemorySize));
      assert.equal(Timeout, Number(Properties.Timeout));
      assert.deepEqual([Architectures, Runtime, Handler], [Properties.Architectures, 'nodejs24.x', Properties.Handler]);
      const SLUICE_EXPECTED_BUCKET_OWNER = ACCOUNT;
      assert.deepEqual(Environment.Variables, { ...Properties.Environment.Variables, SLUICE_EXPECTED_BUCKET_OWNER });
    });

    it('has a role that allows in S3 what the template says, and nothing else', async () => {
      const [{ PolicyName, PolicyDocument }, ...others] = evaluate(stack, parameters).resources.FunctionRole.Properties
        .Policies;
      assert.deepEqual(others, []);
      const role = { RoleName: stack.resources.FunctionRole };
      const { PolicyNames } = await cloud.aws.call('iam', 'list_role_policies', role);
      assert.deepEqual(PolicyNames, [PolicyName]);
      const { AttachedPolicies } = await cloud.aws.call('iam', 'list_attached_role_policies', role);
      assert.deepEqual(AttachedPolicies, []);
      const deployed = await cloud.aws.call('iam', 'get_role_policy', { ...role, PolicyName });
      const inS3 = (/** @type {any} */ { Statement }) =>
        Statement.filter((/** @type {any} */ { Action }) => [Action].flat()[0].startsWith('s3:'));
      assert.deepEqual(inS3(deployed.PolicyDocument), inS3(PolicyDocument));
    });

    if (!isDirect) {
      it('has a queue with a dead-letter queue', async () => {
        const { Properties } = evaluate(stack, parameters).resources.ArchiveQueue;
        const dead = await attributesOf(stack.resources.DeadLetterQueue);
        const queue = await attributesOf(stack.resources.ArchiveQueue);
        assert.equal(queue.VisibilityTimeout, String(Properties.VisibilityTimeout));
        assert.equal(queue.MessageRetentionPeriod, String(Properties.MessageRetentionPeriod));
        const { deadLetterTargetArn, maxReceiveCount } = JSON.parse(queue.RedrivePolicy);
        assert.equal(deadLetterTargetArn, dead.QueueArn);
        assert.equal(maxReceiveCount, Properties.RedrivePolicy.maxReceiveCount);
        const [{ Condition }] = JSON.parse(queue.Policy).Statement;
        assert.equal(Condition.ArnEquals['aws:SourceArn'], `arn:aws:s3:::${stack.inputBucket}`);
        const { EventSourceMappings } = await cloud.aws.call('lambda', 'list_event_source_mappings');
        const [{ BatchSize }] = EventSourceMappings.filter(
          (/** @type {any} */ { EventSourceArn }) => EventSourceArn === queue.QueueArn,
        );
        assert.equal(BatchSize, 1);
      });
    } else {
      it('sends events that failed to the dead-letter queue, and lets one bucket invoke the function', async () => {
        const { FunctionName } = stack.configuration;
        const { QueueArn } = await attributesOf(stack.resources.DeadLetterQueue);
        const retries = await cloud.aws.call('lambda', 'get_function_event_invoke_config', { FunctionName });
        assert.deepEqual([retries.MaximumRetryAttempts, retries.MaximumEventAgeInSeconds], [2, 21_600]);
        assert.deepEqual(retries.DestinationConfig, { OnFailure: { Destination: QueueArn } });
        const { Policy } = await cloud.aws.call('lambda', 'get_policy', { FunctionName });
        const [{ Action, Condition }, ...others] = JSON.parse(Policy).Statement;
        assert.deepEqual([Action, others], ['lambda:InvokeFunction', []]);
        assert.ok(JSON.stringify(Condition).includes(`"arn:aws:s3:::${stack.inputBucket}"`));
      });
    }

    if (ExistingInputBucket === undefined) {
      it('has an input bucket with rules that remove archives', async () => {
        const request = { Bucket: stack.inputBucket };
        const { Rules } = await cloud.aws.call('s3', 'get_bucket_lifecycle_configuration', request);
        const [remains, processed, ...others] = Rules;
        assert.deepEqual(others, []);
        assert.deepEqual(remains.Expiration, { ExpiredObjectDeleteMarker: true });
        assert.deepEqual(remains.AbortIncompleteMultipartUpload, { DaysAfterInitiation: 7 });
        assert.deepEqual(processed.Filter, { Tag: { Key: 'sluice', Value: 'processed' } });
        assert.deepEqual(processed.Expiration, { Days: Number(parameters.SourceRetentionDays ?? 30) });
      });
    }

    describe('with its policies enforced', () => {
      // Not earlier: moto rejects the signatures of most requests above.
      before(() => cloud.aws.enforcePolicies(true));
      after(() => cloud.aws.enforcePolicies(false));

      it('notifies once of each archive, and of nothing else', async () => {
        const keys = suffixes.map(suffix => `${TriggerPrefix}named once${suffix}`);
        for (const key of keys) await used.upload(key, 'no archive');
        for (const key of [`${TriggerPrefix}named.txt`, `${TriggerPrefix}named${TriggerSuffix}.part`, 'elsewhere']) {
          await used.upload(key, 'no archive');
        }
        if (TriggerPrefix !== '') await used.upload(`elsewhere/named${TriggerSuffix}`, 'no archive');
        const arrivals = await used.arrivals();
        assert.deepEqual(
          arrivals.map(({ object }) => decodeURIComponent(object.key.replaceAll('+', ' '))),
          keys,
        );
        for (const { done } of arrivals) await done();
        assert.deepEqual(await used.arrivals(), []);
      });

      it('writes an archive’s outputs, nothing when its event is repeated, and then those of the next version', async () => {
        const key = `${TriggerPrefix}new data${TriggerSuffix}`;
        await used.upload(key, FIRST.archive);
        const [arrival] = await used.arrivals();
        assertOutcome(await used.deliver(arrival), 'processed');

        const { manifest, files } = await used.outputsOf(key);
        assert.deepEqual(files, hasRecipe ? FIRST.edited : FIRST.copied);
        assert.equal(manifest.status, 'complete');
        assert.equal(manifest.entries.length, Object.keys(FIRST.copied).length);
        assert.equal(await used.isThere(key), afterwards !== 'delete');
        if (afterwards !== 'delete') {
          const tags = afterwards === 'tag' ? [{ Key: 'sluice', Value: 'processed' }] : [];
          assert.deepEqual(await used.tagsOf(key), tags);
        }

        const state = await used.outputState();
        assertOutcome(await used.deliver(arrival), afterwards === 'delete' ? 'ignored' : 'already-done');
        assert.equal(await used.outputState(), state);
        await arrival.done();

        await used.upload(key, SECOND.archive);
        const [next] = await used.arrivals();
        assertOutcome(await used.deliver(next), 'processed');
        assert.deepEqual((await used.outputsOf(key)).files, hasRecipe ? SECOND.edited : SECOND.copied);
        await next.done();
      });

      it('keeps the outputs of the newer version when its event comes first', async () => {
        const key = `${TriggerPrefix}replaced${TriggerSuffix}`;
        await used.upload(key, FIRST.archive);
        await used.upload(key, SECOND.archive);
        const [older, newer] = await used.arrivals();
        assertOutcome(await used.deliver(newer), 'processed');
        const state = await used.outputState();
        // Without versions, the older archive is gone.
        const isGone = ExistingInputBucket !== undefined && !keepsVersions;
        assertOutcome(await used.deliver(older), isGone ? 'failed' : 'superseded', isGone ? 'archive/changed' : null);
        assert.equal(await used.outputState(), state);
        assert.deepEqual((await used.outputsOf(key)).files, hasRecipe ? SECOND.edited : SECOND.copied);
      });
    });
  });
}

/**
 * The template as the other tests evaluate it, with the names of the stack's resources.
 *
 * @param {Stack} stack
 * @param {Record<string, string>} parameters
 */
function evaluate({ name, resources }, parameters) {
  const { OutputBucket } = resources;
  const { resources: evaluated, outputs } = deployTemplate({ BucketPrefix: name, ...parameters }, { OutputBucket });
  return { resources: JSON.parse(JSON.stringify(evaluated).replaceAll('000000000000', ACCOUNT)), outputs };
}

/**
 * @param {{ answer: any, error: string | null, lines: any[] }} result
 * @param {string} outcome
 * @param {string | null} [errorCode]
 */
function assertOutcome({ answer, error, lines }, outcome, errorCode = null) {
  assert.deepEqual(
    lines.map(line => [line.outcome, line.errorCode]),
    [[outcome, errorCode]],
    String(lines[0]?.error?.message),
  );
  assert.deepEqual([answer, error], [{ batchItemFailures: [] }, null]);
}

/** @param {string} QueueUrl */
async function attributesOf(QueueUrl) {
  const asked = { QueueUrl, AttributeNames: ['All'] };
  return (await cloud.aws.call('sqs', 'get_queue_attributes', asked)).Attributes;
}

/**
 * @param {string} Bucket
 * @param {boolean} keepsVersions
 */
async function createBucket(Bucket, keepsVersions) {
  await cloud.aws.s3.send(new CreateBucketCommand({ Bucket, ...HERE }));
  if (keepsVersions) await setVersions(Bucket);
}

/** @param {string} Bucket */
async function setVersions(Bucket) {
  const VersioningConfiguration = { Status: /** @type {const} */ ('Enabled') };
  await cloud.aws.s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
}

/** @param {string} command The output `NotifyCommand`. */
async function notify(command) {
  const [, Bucket, json] = /--bucket (\S+) --notification-configuration '(.*)'$/.exec(command) ?? [];
  // moto refuses a rule with an empty value, S3 accepts it.
  const NotificationConfiguration = JSON.parse(json.replaceAll('{"Name":"prefix","Value":""},', ''));
  const input = { Bucket, NotificationConfiguration };
  await cloud.aws.call('s3', 'put_bucket_notification_configuration', input);
}

/** moto's. */
const ACCOUNT = '123456789012';
/** See deviations.py. */
const SKIPPED_BY_MOTO = ['AWS::CloudWatch::Alarm', 'AWS::SNS::Subscription', 'AWS::S3::BucketPolicy'];
