import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deployTemplate, TEMPLATE } from '../support/cloudformation/deploy-template.js';

const { Parameters: PARAMETERS, Resources: RESOURCES } = TEMPLATE;
/** @param {Record<string, string | number>} [parameters] */
const resourcesWith = parameters => deployTemplate(parameters).resources;

// What the notification calls its target in CloudFormation, and in S3's own API.
const TARGETS = [
  {
    Trigger: 'queue',
    template: { kind: 'QueueConfigurations', target: 'Queue' },
    api: { kind: 'QueueConfigurations', target: 'QueueArn' },
    arn: 'arn:aws:sqs:eu-central-1:000000000000:ArchiveQueue',
    permission: 'ArchiveQueuePolicy',
  },
  {
    Trigger: 'direct',
    template: { kind: 'LambdaConfigurations', target: 'Function' },
    api: { kind: 'LambdaFunctionConfigurations', target: 'LambdaFunctionArn' },
    arn: 'arn:aws:lambda:eu-central-1:000000000000:function:Function',
    permission: 'InvokePermission',
  },
];

/** @type {[suffix: string, notified: string[]][]} */
const SUFFIXES = [
  ['.zip', ['.zip', '.ZIP']],
  ['.ZIP', ['.zip', '.ZIP']],
  ['.Zip', ['.Zip']],
  ['.export', ['.export']],
];
const COVERED = SUFFIXES.flatMap(([TriggerSuffix, notified]) =>
  ['', 'in/'].map(TriggerPrefix => ({ TriggerPrefix, TriggerSuffix, notified })),
);

for (const { Trigger, template, api, arn, permission } of TARGETS) {
  describe(`the notifications in template.yaml, with Trigger=${Trigger}`, () => {
    for (const { TriggerPrefix, TriggerSuffix, notified } of COVERED) {
      const keys = `${TriggerPrefix}*${TriggerSuffix}`;

      it(`of ${keys} cover ${notified.join(' and ')}`, () => {
        const { InputBucket } = resourcesWith({ Trigger, TriggerPrefix, TriggerSuffix });
        const prefixRules = TriggerPrefix === '' ? [] : [{ Name: 'prefix', Value: TriggerPrefix }];
        assert.deepEqual(InputBucket.Properties.NotificationConfiguration, {
          [template.kind]: notified.map(Value => ({
            Event: 's3:ObjectCreated:*',
            [template.target]: arn,
            Filter: { S3Key: { Rules: [...prefixRules, { Name: 'suffix', Value }] } },
          })),
        });
      });

      it(`of ${keys} in an existing bucket cover the same, by the command in the outputs`, () => {
        const given = { ExistingInputBucket: 'archives', Trigger, TriggerPrefix, TriggerSuffix };
        const { NotifyCommand } = deployTemplate(given).outputs;
        const pattern = /^aws s3api put-bucket-notification-configuration --bucket archives .* '(.+)'$/;
        assert.deepEqual(JSON.parse(pattern.exec(NotifyCommand)?.[1] ?? 'null'), {
          [api.kind]: notified.map(Value => ({
            [api.target]: arn,
            Events: ['s3:ObjectCreated:*'],
            Filter: {
              Key: {
                FilterRules: [
                  { Name: 'prefix', Value: TriggerPrefix },
                  { Name: 'suffix', Value },
                ],
              },
            },
          })),
        });
      });
    }

    it('need no command where the stack makes the bucket', () => {
      assert.equal(deployTemplate({ Trigger }).outputs.NotifyCommand, undefined);
    });

    it('are set up after what allows them, without a DependsOn on a resource that may not be created', () => {
      const { Metadata, DependsOn } = resourcesWith({ Trigger }).InputBucket;
      assert.equal(Metadata.CreatedAfter, permission);
      assert.equal(DependsOn, undefined);
    });
  });
}

describe('template.yaml with Trigger=direct', () => {
  const { resources, outputs } = deployTemplate({ Trigger: 'direct' });
  const queued = deployTemplate();

  it('has no queue but the one for dead letters, and nothing that needs the other one', () => {
    const without = Object.keys(queued.resources).filter(name => resources[name] === undefined);
    const queueOnly = ['ArchiveQueue', 'ArchiveQueuePolicy', 'FunctionArchiveArrives', 'WaitingArchiveAlarm'];
    assert.deepEqual(without.sort(), queueOnly);
    const added = Object.keys(resources).filter(name => queued.resources[name] === undefined);
    assert.deepEqual(added.sort(), ['InvokePermission', 'InvokeRetries']);
    const missing = Object.keys(queued.outputs).filter(name => outputs[name] === undefined);
    assert.deepEqual(missing, ['ReplayCommand']);
  });

  it('tries an archive three times, then sends its event to the dead-letter queue', () => {
    const { FunctionName, Qualifier, MaximumRetryAttempts, MaximumEventAgeInSeconds, DestinationConfig } =
      resources.InvokeRetries.Properties;
    assert.deepEqual([FunctionName, Qualifier, MaximumRetryAttempts], ['Function', '$LATEST', 2]);
    // Three of the longest invocations, with the minutes between them.
    assert.ok(MaximumEventAgeInSeconds > 3 * (PARAMETERS.Timeout.MaxValue + 120));
    assert.match(DestinationConfig.OnFailure.Destination, /:DeadLetterQueue$/);
  });

  it('lets the function send dead letters and read no queue; with the queue it is the other way round', () => {
    assert.deepEqual(queueActions(resources), ['sqs:SendMessage DeadLetterQueue']);
    const reading = queueActions(queued.resources);
    assert.ok(reading.length >= 3, String(reading));
    for (const action of reading) assert.match(action, /^sqs:(?!SendMessage).* ArchiveQueue$/);
  });

  it('lets S3 invoke the function for one bucket of this account', () => {
    const { Action, Principal, SourceAccount, SourceArn } = resources.InvokePermission.Properties;
    assert.deepEqual([Action, Principal], ['lambda:InvokeFunction', 's3.amazonaws.com']);
    assert.equal(SourceAccount, '000000000000');
    assert.equal(SourceArn, `arn:aws:s3:::${resources.InputBucket.Properties.BucketName}`);
    const existing = resourcesWith({ Trigger: 'direct', ExistingInputBucket: 'archives' });
    assert.equal(existing.InvokePermission.Properties.SourceArn, 'arn:aws:s3:::archives');
  });
});

describe('template.yaml with any parameters', () => {
  it('refers to nothing that is not created', () => {
    /** @type {Record<string, string[]>} */
    const choices = {
      Trigger: ['queue', 'direct'],
      ExistingInputBucket: ['', 'archives'],
      TriggerPrefix: ['', 'in/'],
      TriggerSuffix: ['.zip', '.export'],
      RecipeObject: ['', 'bucket/recipe.json'],
      SourceAfterwards: ['keep', 'delete', 'tag'],
      AlarmEmail: ['', 'me@example.com'],
    };
    /** @type {Record<string, string>[]} */
    let combinations = [{}];
    for (const [name, values] of Object.entries(choices)) {
      combinations = combinations.flatMap(others => values.map(value => ({ ...others, [name]: value })));
    }
    for (const given of combinations) assert.doesNotThrow(() => deployTemplate(given), JSON.stringify(given));
    // The check is real: a condition that is forgotten on one side shows.
    const { Condition, ...always } = RESOURCES.FunctionArchiveArrives;
    assert.equal(Condition, 'UsesQueue');
    const template = { ...TEMPLATE, Resources: { ...RESOURCES, FunctionArchiveArrives: always } };
    assert.throws(() => deployTemplate({ Trigger: 'direct' }, {}, template), /ArchiveQueue is not created/);
  });
});

/**
 * What the function's role allows with queues.
 *
 * @param {Record<string, any>} resources
 * @returns {string[]} Actions, each with its queue.
 */
function queueActions({ FunctionRole }) {
  const statements = FunctionRole.Properties.Policies.flatMap(
    (/** @type {any} */ { PolicyDocument }) => PolicyDocument.Statement,
  );
  return statements
    .flatMap((/** @type {any} */ { Action, Resource }) =>
      [Action].flat().map(action => `${action} ${[Resource].flat()[0].split(':').at(-1)}`),
    )
    .filter((/** @type {string} */ action) => action.startsWith('sqs:'));
}
