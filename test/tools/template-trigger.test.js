import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deployTemplate, TEMPLATE } from '../support/cloudformation/deploy-template.js';

const { Parameters: PARAMETERS, Resources: RESOURCES } = TEMPLATE;
/** @param {Record<string, string | number>} [parameters] */
const resourcesWith = parameters => deployTemplate(parameters).resources;

// The names of the notification's target in CloudFormation and in S3's own API.
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
  ['.ZIP', ['.ZIP', '.zip']],
  ['.Zip', ['.Zip']],
  ['.export', ['.export']],
  ['.gz,.tar', ['.gz', '.tar']],
  ['.tar,.zip,.gz,.tgz', ['.tar', '.zip', '.gz', '.tgz', '.ZIP']],
  ['.gz,.GZ,.gzip,.gz2', ['.gz', '.GZ', '.gzip', '.gz2']],
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

      it(`of ${keys} in an existing bucket cover the same, set up by the command in the outputs`, () => {
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

    it('need no command if the stack creates the bucket', () => {
      assert.equal(deployTemplate({ Trigger }).outputs.NotifyCommand, undefined);
    });

    it('are set up after their permission, without a DependsOn on a conditional resource', () => {
      const { Metadata, DependsOn } = resourcesWith({ Trigger }).InputBucket;
      assert.equal(Metadata.CreatedAfter, permission);
      assert.equal(DependsOn, undefined);
    });
  });
}

describe('template.yaml with Trigger=direct', () => {
  const { resources, outputs } = deployTemplate({ Trigger: 'direct' });
  const queued = deployTemplate();

  it('has only the dead-letter queue, and no resource for the other one', () => {
    const without = Object.keys(queued.resources).filter(name => resources[name] === undefined);
    const queueOnly = ['ArchiveQueue', 'ArchiveQueuePolicy', 'FunctionArchiveArrives', 'WaitingArchiveAlarm'];
    assert.deepEqual(without.sort(), queueOnly);
    const added = Object.keys(resources).filter(name => queued.resources[name] === undefined);
    assert.deepEqual(added.sort(), ['InvokePermission', 'InvokeRetries']);
    const missing = Object.keys(queued.outputs).filter(name => outputs[name] === undefined);
    assert.deepEqual(missing, ['ReplayCommand']);
  });

  it('has three attempts for an archive, then sends its event to the dead-letter queue', () => {
    const { FunctionName, Qualifier, MaximumRetryAttempts, MaximumEventAgeInSeconds, DestinationConfig } =
      resources.InvokeRetries.Properties;
    assert.deepEqual([FunctionName, Qualifier, MaximumRetryAttempts], ['Function', '$LATEST', 2]);
    // Three of the longest invocations, and the minutes between them.
    assert.ok(MaximumEventAgeInSeconds > 3 * (PARAMETERS.Timeout.MaxValue + 120));
    assert.match(DestinationConfig.OnFailure.Destination, /:DeadLetterQueue$/);
  });

  it('lets the function send dead letters but not read a queue; with Trigger=queue it is the other way round', () => {
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

describe('template.yaml with any combination of parameters', () => {
  it('refers only to resources that are created', () => {
    /** @type {Record<string, string[]>} */
    const choices = {
      Trigger: ['queue', 'direct'],
      ExistingInputBucket: ['', 'archives'],
      TriggerPrefix: ['', 'in/'],
      TriggerSuffix: ['.zip', '.zip,.tar,.gz,.tgz'],
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
    // The check works: it finds a missing condition.
    const { Condition, ...always } = RESOURCES.FunctionArchiveArrives;
    assert.equal(Condition, 'UsesQueue');
    const template = { ...TEMPLATE, Resources: { ...RESOURCES, FunctionArchiveArrives: always } };
    assert.throws(() => deployTemplate({ Trigger: 'direct' }, {}, template), /ArchiveQueue is not created/);
  });
});

/**
 * The permissions of the function's role for queues.
 *
 * @param {Record<string, any>} resources
 * @returns {string[]} Actions, each followed by its queue.
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
