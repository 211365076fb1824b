import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PAUSE_RESERVE } from '../../src/lambda/deadline.js';
import { logLine } from '../../src/lambda/log-line.js';
import { MAX_STALLED_TURNS } from '../../src/ledger/turn-counts.js';
import { deployTemplate, TEMPLATE } from '../support/cloudformation/deploy-template.js';
import { findCircle } from '../support/cloudformation/find-circle.js';
import { isAllowed } from '../support/cloudformation/is-allowed.js';

const [FUNCTION_PAGE, OPERATING_PAGE] = ['function', 'operating'].map(name =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'),
);
const { Parameters: PARAMETERS, Resources: RESOURCES } = TEMPLATE;
/** @param {Record<string, string | number>} [parameters] */
const resourcesWith = parameters => deployTemplate(parameters).resources;

describe('the queue in template.yaml', () => {
  const { ArchiveQueue, DeadLetterQueue, ArchiveQueuePolicy, InputBucket } = resourcesWith({ TriggerPrefix: 'in/' });
  const { VisibilityTimeout, MessageRetentionPeriod, RedrivePolicy } = ArchiveQueue.Properties;

  it('hides a message while the function works, and a few minutes longer', () => {
    const longer = VisibilityTimeout - PARAMETERS.Timeout.MaxValue;
    assert.ok(longer >= 120 && longer <= 300);
  });

  it('delivers often enough for the largest entry in the smallest function with the shortest timeout, and for faults', () => {
    const shortest = PARAMETERS.Timeout.MinValue;
    const secondsOfWork = shortest - Math.min(PAUSE_RESERVE.ms / 1000, PAUSE_RESERVE.share * shortest);
    // By the figures of the smallest function in docs/function.md.
    const [, megabytesPerSecond] = /^\| 128 MB \| ([\d.]+) \|/m.exec(FUNCTION_PAGE) ?? [];
    const [, largestGigabytes] = /^\| 128 MB \| (\d+) GB \|/m.exec(FUNCTION_PAGE) ?? [];
    const turns = (1000 * Number(largestGigabytes)) / (Number(megabytesPerSecond) * secondsOfWork);
    assert.ok(turns > 100 && RedrivePolicy.maxReceiveCount > turns + 3 * MAX_STALLED_TURNS, `${turns}`);
  });

  it('makes an archive that meets only faults a dead letter before its uploads expire, and days before its message does', () => {
    const { OutputBucket } = resourcesWith();
    const [{ AbortIncompleteMultipartUpload }] = OutputBucket.Properties.LifecycleConfiguration.Rules;
    const days = (RedrivePolicy.maxReceiveCount * VisibilityTimeout) / (24 * 3600);
    assert.ok(days < AbortIncompleteMultipartUpload.DaysAfterInitiation / 2);
    assert.match(RedrivePolicy.deadLetterTargetArn, /:DeadLetterQueue$/);
    // Retention counts from when the message was first sent, in both queues.
    const leftDays = DeadLetterQueue.Properties.MessageRetentionPeriod / (24 * 3600) - days;
    assert.ok(MessageRetentionPeriod / (24 * 3600) > days && leftDays >= 11, `${leftDays}`);
  });

  it('lets the function make messages visible again, but not those of another queue', () => {
    const { FunctionRole } = resourcesWith();
    const statements = FunctionRole.Properties.Policies[0].PolicyDocument.Statement;
    const mayChange = (/** @type {string} */ queue) =>
      isAllowed(statements, 'sqs:ChangeMessageVisibility', `arn:aws:sqs:eu-central-1:000000000000:${queue}`);
    assert.deepEqual(['ArchiveQueue', 'DeadLetterQueue'].map(mayChange), [true, false]);
  });

  it('accepts messages from the input bucket only, and is encrypted', () => {
    for (const { Properties } of [ArchiveQueue, DeadLetterQueue]) assert.equal(Properties.SqsManagedSseEnabled, true);
    const [{ Principal, Action, Condition }, ...others] = ArchiveQueuePolicy.Properties.PolicyDocument.Statement;
    assert.deepEqual(others, []);
    assert.deepEqual([Principal, Action], [{ Service: 's3.amazonaws.com' }, 'sqs:SendMessage']);
    const arn = `arn:aws:s3:::${InputBucket.Properties.BucketName}`;
    assert.deepEqual(Condition, {
      ArnEquals: { 'aws:SourceArn': arn },
      StringEquals: { 'aws:SourceAccount': '000000000000' },
    });
  });

  it('accepts messages from an existing input bucket only', () => {
    const resources = resourcesWith({ ExistingInputBucket: 'archives' });
    assert.equal(resources.InputBucket ?? resources.InputBucketPolicy, undefined);
    const [{ Condition }] = resources.ArchiveQueuePolicy.Properties.PolicyDocument.Statement;
    assert.equal(Condition.ArnEquals['aws:SourceArn'], 'arn:aws:s3:::archives');
  });
});

for (const [what, secretName, keyName] of [
  ['the hash key', 'HashSecretArn', 'HashSecretKeyArn'],
  ['the password of archives', 'PasswordSecretArn', 'PasswordSecretKeyArn'],
  ['the login of a database', 'DatabaseSecretArn', 'DatabaseSecretKeyArn'],
]) {
  describe(`${what} in template.yaml`, () => {
    const secret = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:sluice/hash-key-AbC123';
    const key = 'arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
    /** @param {Record<string, string>} [parameters] @returns {any[]} */
    const statementsWith = parameters =>
      resourcesWith(parameters).FunctionRole.Properties.Policies[0].PolicyDocument.Statement;

    it('may be read, from exactly the secret that is given, and only if one is given', () => {
      const statements = statementsWith({ [secretName]: secret });
      const mayRead = (/** @type {string} */ arn) => isAllowed(statements, 'secretsmanager:GetSecretValue', arn);
      assert.deepEqual([secret, secret.replace('AbC123', 'XyZ789'), `${secret}4`].map(mayRead), [true, false, false]);
      assert.equal(isAllowed(statements, 'secretsmanager:PutSecretValue', secret), false);
      assert.equal(isAllowed(statements, 'kms:Decrypt', key), false);
      assert.ok(!JSON.stringify(statementsWith()).includes('secretsmanager'));
    });

    it('may be decrypted with exactly the key that is given', () => {
      const statements = statementsWith({ [secretName]: secret, [keyName]: key });
      const mayDecrypt = (/** @type {string} */ arn) => isAllowed(statements, 'kms:Decrypt', arn);
      assert.deepEqual([key, key.replace('1234abcd', '4321abcd')].map(mayDecrypt), [true, false]);
      assert.equal(isAllowed(statements, 'kms:Encrypt', key), false);
    });
  });
}

describe('a database in template.yaml', () => {
  const role = 'arn:aws:rds-db:eu-central-1:123456789012:dbuser:db-ABC123/ada';
  const iam = { Database: 'postgres://ada@db/crm', DatabaseIamUserArn: role };
  const inVpc = { SubnetIds: 'subnet-01234567,subnet-89abcdef', SecurityGroupIds: 'sg-01234567' };
  /** @param {Record<string, string>} parameters @returns {any[]} */
  const statementsWith = parameters =>
    resourcesWith(parameters).FunctionRole.Properties.Policies[0].PolicyDocument.Statement;

  it('lets IAM log in to exactly the role that is given, and only if one is given', () => {
    const mayConnect = (/** @type {string} */ arn) => isAllowed(statementsWith(iam), 'rds-db:connect', arn);
    assert.deepEqual([role, `${role}2`, role.replace('ABC', 'ABD')].map(mayConnect), [true, false, false]);
    assert.ok(!JSON.stringify(statementsWith({})).includes('rds-db'));
  });

  it('puts the function into a VPC only if subnets are given, and lets Lambda connect it to them', () => {
    const { VpcConfig } = resourcesWith(inVpc).Function.Properties;
    assert.deepEqual(VpcConfig, {
      SubnetIds: ['subnet-01234567', 'subnet-89abcdef'],
      SecurityGroupIds: ['sg-01234567'],
    });
    assert.equal(resourcesWith().Function.Properties.VpcConfig, undefined);
    assert.ok(!JSON.stringify(statementsWith(iam)).includes('ec2:'));
    const byLambda = statementsWith(inVpc).filter(({ Effect }) => Effect === 'Allow');
    assert.ok(isAllowed(byLambda, 'ec2:CreateNetworkInterface', '*'));
    assert.equal(isAllowed(byLambda, 'ec2:RunInstances', '*'), false);
  });

  it('lets the function’s own code do in the VPC nothing that Lambda may do there', () => {
    const [allowed, denied] = ['Allow', 'Deny'].map(effect =>
      statementsWith(inVpc).find(({ Effect, Action }) => Effect === effect && String(Action).includes('ec2:')),
    );
    assert.deepEqual(denied.Action, allowed.Action);
    const [pattern] = Object.values(denied.Condition.ArnEquals);
    assert.match(String(pattern), /^arn:aws:lambda:[a-z0-9-]+:\d{12}:function:.+-Function-\*$/);
    assert.deepEqual(Object.keys(denied.Condition.ArnEquals), ['lambda:SourceFunctionArn']);
  });
});

describe('the buckets in template.yaml', () => {
  const { InputBucket, InputBucketPolicy, OutputBucket, OutputBucketPolicy } = resourcesWith();

  it('are encrypted, private, and refuse plain HTTP', () => {
    for (const { Properties } of [InputBucket, OutputBucket]) {
      const [{ ServerSideEncryptionByDefault }] = Properties.BucketEncryption.ServerSideEncryptionConfiguration;
      assert.equal(ServerSideEncryptionByDefault.SSEAlgorithm, 'AES256');
      assert.deepEqual(Object.values(Properties.PublicAccessBlockConfiguration), [true, true, true, true]);
      assert.equal(Properties.OwnershipControls.Rules[0].ObjectOwnership, 'BucketOwnerEnforced');
    }
    for (const { Properties } of [InputBucketPolicy, OutputBucketPolicy]) {
      const [{ Effect, Principal, Action, Resource, Condition }] = Properties.PolicyDocument.Statement;
      assert.deepEqual([Effect, Principal, Action], ['Deny', '*', 's3:*']);
      assert.deepEqual(Condition, { Bool: { 'aws:SecureTransport': 'false' } });
      assert.equal(Resource[1], `${Resource[0]}/*`);
    }
  });

  it('abort abandoned uploads', () => {
    for (const { Properties } of [InputBucket, OutputBucket]) {
      const [{ Status, AbortIncompleteMultipartUpload }] = Properties.LifecycleConfiguration.Rules;
      assert.deepEqual([Status, AbortIncompleteMultipartUpload.DaysAfterInitiation], ['Enabled', 7]);
    }
  });

  it('expire archives by the tag that the function sets', () => {
    const rules = resourcesWith({ SourceRetentionDays: 90 }).InputBucket.Properties.LifecycleConfiguration.Rules;
    const { Status, TagFilters, ExpirationInDays, NoncurrentVersionExpiration } = rules.find(
      (/** @type {{ Id: string }} */ { Id }) => Id === 'ExpireProcessedArchives',
    );
    assert.deepEqual([Status, ExpirationInDays], ['Enabled', '90']);
    // The tag that test/lambda/handle-archive.test.js expects.
    assert.deepEqual(TagFilters, [{ Key: 'sluice', Value: 'processed' }]);
    assert.deepEqual(NoncurrentVersionExpiration, { NoncurrentDays: 1 });
    assert.equal(InputBucket.Properties.VersioningConfiguration.Status, 'Enabled');
  });

  it('have lifecycle rules that CloudFormation accepts, one of which removes the last delete markers', () => {
    // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-s3-bucket-rule.html
    const oneOf = [
      'AbortIncompleteMultipartUpload',
      'ExpirationDate',
      'ExpirationInDays',
      'NoncurrentVersionExpiration',
      'Transitions',
    ];
    const excluded = ['ExpirationInDays', 'ExpirationDate', 'TagFilters'];
    for (const { Properties } of [InputBucket, OutputBucket]) {
      for (const rule of Properties.LifecycleConfiguration.Rules) {
        assert.ok(
          oneOf.some(name => rule[name] !== undefined),
          `${rule.Id} has none of ${oneOf.join(', ')}`,
        );
        for (const name of rule.ExpiredObjectDeleteMarker ? excluded : []) assert.equal(rule[name], undefined, rule.Id);
        if (rule.AbortIncompleteMultipartUpload) assert.equal(rule.TagFilters, undefined, rule.Id);
      }
    }
    const removing = InputBucket.Properties.LifecycleConfiguration.Rules.filter(
      (/** @type {any} */ rule) => rule.ExpiredObjectDeleteMarker === true && rule.Status === 'Enabled',
    );
    assert.equal(removing.length, 1);
  });

  it('stay when the stack is deleted, and still refuse plain HTTP', () => {
    const staying = [InputBucket, InputBucketPolicy, OutputBucket, OutputBucketPolicy];
    for (const { DeletionPolicy, UpdateReplacePolicy } of staying) {
      assert.deepEqual([DeletionPolicy, UpdateReplacePolicy], ['RetainExceptOnCreate', 'Retain']);
    }
  });
});

describe('the alarms in template.yaml', () => {
  const alarms = Object.values(resourcesWith()).filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');

  it('notify the topic, and are quiet without data', () => {
    assert.equal(alarms.length, 6);
    for (const { Properties } of alarms) {
      assert.deepEqual(Properties.AlarmActions, ['AlarmTopic']);
      assert.equal(Properties.TreatMissingData, 'notBreaching');
    }
    assert.equal(resourcesWith().AlarmSubscription, undefined);
    const { Properties } = resourcesWith({ AlarmEmail: 'me@example.com' }).AlarmSubscription;
    assert.deepEqual(Properties, { TopicArn: 'AlarmTopic', Protocol: 'email', Endpoint: 'me@example.com' });
  });

  it('use the function’s metrics by their names', () => {
    const ours = alarms.filter(({ Properties }) => Properties.Namespace === 'Sluice');
    assert.deepEqual(
      ours.map(({ Properties }) => Properties.MetricName),
      ['failedArchives', 'badRecords', 'retriedArchives'],
    );
    // `Ref` of a function is its name.
    const line = lineOf('Function');
    const [{ Namespace, Dimensions, Metrics }] = line._aws.CloudWatchMetrics;
    for (const { Properties } of ours) {
      assert.equal(Properties.Namespace, Namespace);
      assert.ok(Metrics.some((/** @type {{ Name: string }} */ { Name }) => Name === Properties.MetricName));
      assert.deepEqual(
        Properties.Dimensions,
        Dimensions[0].map((/** @type {string} */ Name) => ({ Name, Value: line[Name] })),
      );
    }
  });

  it('ignore an archive with many turns, and report faults long before the last delivery', () => {
    const { ArchiveQueue, WaitingArchiveAlarm, RetriedArchiveAlarm } = resourcesWith();
    const { VisibilityTimeout, RedrivePolicy } = ArchiveQueue.Properties;
    // SQS excludes messages that were received more than three times.
    assert.ok(WaitingArchiveAlarm.Properties.Threshold > 3 * VisibilityTimeout + PARAMETERS.Timeout.MaxValue);
    const { Period, EvaluationPeriods } = RetriedArchiveAlarm.Properties;
    assert.ok(Period > VisibilityTimeout, 'each period has a delivery');
    assert.ok(Period * EvaluationPeriods < (RedrivePolicy.maxReceiveCount * VisibilityTimeout) / 10);
  });

  it('have a longer period than the time between two deliveries, if each delivery counts a failure', () => {
    const { ArchiveQueue, FailedArchiveAlarm, FunctionErrorAlarm } = resourcesWith();
    for (const { Properties } of [FailedArchiveAlarm, FunctionErrorAlarm]) {
      assert.ok(Properties.Period > 2 * ArchiveQueue.Properties.VisibilityTimeout);
    }
  });

  it('name the error codes of FunctionErrorAlarm in the template and in docs/operating.md', () => {
    const { FunctionErrorAlarm } = resourcesWith();
    assert.match(FunctionErrorAlarm.Properties.AlarmDescription, /cannot be loaded from S3 \(storage\/\.\.\.\)/);
    const [row] = /^\| `FunctionErrorAlarm` \|.*$/m.exec(OPERATING_PAGE) ?? [];
    for (const code of ['usage/…', 'recipe/…', 'storage/…']) assert.ok(row?.includes(`\`${code}\``), code);
  });

  it('state the number of deliveries as docs/operating.md does', () => {
    const { ArchiveQueue, DeadLetterAlarm } = resourcesWith();
    const { maxReceiveCount } = ArchiveQueue.Properties.RedrivePolicy;
    assert.match(DeadLetterAlarm.Properties.AlarmDescription, new RegExp(`\\b${maxReceiveCount} deliveries`));
    const [row] = /^\| `DeadLetterAlarm` \|.*$/m.exec(OPERATING_PAGE) ?? [];
    assert.match(row ?? '', new RegExp(`\\b${maxReceiveCount} deliveries`));
    assert.match(OPERATING_PAGE, new RegExp(`^\\| \`retry\` \\|.*\\b${maxReceiveCount} times`, 'm'));
  });

  it('ring for any bad record, or for more than the threshold that is given', () => {
    const thresholdWith = (/** @type {Record<string, number>} */ given) =>
      Number(resourcesWith(given).BadRecordsAlarm.Properties.Threshold);
    assert.deepEqual([thresholdWith({}), thresholdWith({ BadRecordsAlarmThreshold: 500 })], [0, 500]);
  });

  it('cover the queues and the function itself', () => {
    const theirs = alarms.filter(({ Properties }) => Properties.Namespace !== 'Sluice');
    assert.deepEqual(
      theirs.map(({ Properties: { Namespace, MetricName, Dimensions } }) => [Namespace, MetricName, Dimensions]),
      [
        ['AWS/SQS', 'ApproximateNumberOfMessagesVisible', [{ Name: 'QueueName', Value: 'DeadLetterQueue' }]],
        ['AWS/SQS', 'ApproximateAgeOfOldestMessage', [{ Name: 'QueueName', Value: 'ArchiveQueue' }]],
        ['AWS/Lambda', 'Errors', [{ Name: 'FunctionName', Value: 'Function' }]],
      ],
    );
  });
});

describe('the commands in the outputs of template.yaml', () => {
  const { outputs } = deployTemplate({ ExistingInputBucket: 'archives', TriggerPrefix: 'in/(a)/' });
  const commands = Object.entries(outputs).filter(([name]) => name.endsWith('Command'));

  it('are valid in a shell, on one line', () => {
    assert.equal(commands.length, 6);
    for (const [name, command] of commands) {
      assert.match(command, /^(?:aws|npm run) .*[^\n]$/, name);
      assert.equal(spawnSync('sh', ['-n', '-c', command], { timeout: 300_000 }).status, 0, command);
    }
  });

  it('upload to a key of the trigger, whether its prefix is a folder or not', () => {
    for (const TriggerPrefix of ['', 'in/', 'in']) {
      const { UploadCommand } = deployTemplate({ ExistingInputBucket: 'archives', TriggerPrefix }).outputs;
      assert.equal(UploadCommand, `aws s3 cp 'my.zip' 's3://archives/${TriggerPrefix}my.zip'`);
    }
  });

  it('replay the dead letters of the stack’s queue', () => {
    const queue = 'arn:aws:sqs:eu-central-1:000000000000:DeadLetterQueue';
    assert.equal(outputs.ReplayCommand, `aws sqs start-message-move-task --source-arn ${queue}`);
  });
});

describe('the resources in template.yaml', () => {
  it('have no circular dependencies', () => {
    assert.equal(findCircle(RESOURCES), null);
    // A queue policy that refers to the bucket, which needs the policy, would be circular.
    const { ArchiveQueuePolicy, ...others } = RESOURCES;
    const referring = { ...others, ArchiveQueuePolicy: { ...ArchiveQueuePolicy, SourceArn: { Ref: 'InputBucket' } } };
    assert.deepEqual(findCircle(referring), ['InputBucket', 'ArchiveQueuePolicy', 'InputBucket']);
  });
});

/** @param {string} functionName */
function lineOf(functionName) {
  const line = logLine({
    arrived: { kind: 'unreadable', messageId: 'message-1', error: /** @type {any} */ (new Error('x')) },
    // Only the archives that this invocation has finished have all metrics.
    result: { outcome: 'processed', manifest: /** @type {any} */ ({ status: 'complete', totals: {} }), warning: null },
    durationMs: 1,
    bytesRead: 0,
    context: { functionName },
    time: new Date(),
    logLevel: 'info',
  });
  return JSON.parse(line ?? 'null');
}
