import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { CreateBucketCommand, HeadObjectCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { permissionFor } from '../../src/storage/s3-permission.js';
import { manualDeadline } from '../lambda/manual-deadline.js';
import { failure } from '../support/cloud.js';
import { deployTemplate } from '../support/cloudformation/deploy-template.js';
import { isAllowed } from '../support/cloudformation/is-allowed.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';

/** @import { ObservedRequest } from '../../local-s3/faults.js' */

const RECIPE = '{"entries":[{"match":"**/*.csv","csv":{"drop":["secret"],"require":["email"]}}]}';
const LARGE = randomBytes(6 * 1024 * 1024);
const REST = [
  { name: 'people.csv', content: 'email,secret\na@b,x\nbad\n' },
  { name: 'large.bin', method: 0, content: LARGE },
];
const FIRST = writeZip([...REST, { name: 'gone.txt', content: 'only in the first version' }]);
const SECOND = writeZip(REST);
// The CRC-32 is wrong, which shows after its upload has begun.
const DAMAGED = writeZip([{ name: 'large.bin', method: 0, content: LARGE, crc32: 1 }]);

// The bucket that the stack creates, with versions.
const MADE = deployTemplate().resources.InputBucket.Properties.BucketName;

/** @type {Awaited<ReturnType<typeof startChain>>} */
let chain;
/** @type {Set<string>} Statement and action. */
const needed = new Set();
/** @type {Set<string>} The same, of all there are. */
const granted = new Set();
/** @type {string[]} Not every request that is refused fails the job. */
const refused = [];

before(async () => {
  chain = await startChain();
  const VersioningConfiguration = { Status: /** @type {const} */ ('Enabled') };
  for (const Bucket of [MADE, 'sluice-settings']) {
    await chain.client.send(new CreateBucketCommand({ Bucket }));
    await chain.client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  }
});

after(() => chain?.close());

describe('the permissions in template.yaml', { timeout: 900_000 }, () => {
  for (const bucket of [MADE, 'sluice-in']) {
    for (const afterwards of ['keep', 'delete', 'tag']) {
      it(`are enough for all that the function does with an archive in ${bucket}, to ${afterwards} it`, async () => {
        const folder = `in/${bucket}-${afterwards}`;
        const deployed = await deploy(bucket, {
          SourceAfterwards: afterwards,
          TriggerPrefix: 'in/',
          DestinationPrefix: 'clean/files/',
          Recipe: RECIPE,
        });
        const first = await chain.upload(`${folder}.zip`, FIRST, bucket);
        await deployed.deliver(first);
        const second = await chain.upload(`${folder}.zip`, SECOND, bucket);
        await deployed.deliver(second);
        await deployed.deliver(second);
        // An older version that was kept is cleared away with the newer one; one whose event comes late, immediately.
        const late = await chain.upload(`${folder}-damaged.zip`, FIRST, bucket);
        await deployed.deliver(await chain.upload(`${folder}-damaged.zip`, DAMAGED, bucket));
        if (bucket === MADE) await deployed.deliver(late);
        await deployed.deliver(await chain.upload(`${folder}-damaged.zip`, SECOND, bucket));
        if (bucket === MADE && afterwards !== 'delete') await deployed.deliver(late);
        assert.deepEqual(
          deployed.lines.map(({ outcome, status, error }) => [outcome, status, error]),
          [
            ['processed', 'complete', null],
            ['processed', 'complete', null],
            afterwards === 'delete' ? ['ignored', null, null] : ['already-done', 'complete', null],
            ['processed', 'partial', null],
            ...(bucket === MADE ? [['superseded', null, null]] : []),
            ['processed', 'complete', null],
            ...(bucket === MADE && afterwards !== 'delete' ? [['superseded', null, null]] : []),
          ],
        );
      });
    }
  }

  it('are enough for a recipe in S3, and to see that there is none', async () => {
    const deployed = await deploy(MADE, { RecipeObject: 'sluice-settings/recipes/people.json' });
    const event = await chain.upload('by-recipe.zip', FIRST, MADE);
    assert.equal((await failure(deployed.deliver(event))).code, 'storage/not-found');
    await chain.upload('recipes/people.json', Buffer.from(RECIPE), 'sluice-settings');
    await deployed.deliver(event);
    assert.equal(deployed.lines[0].status, 'complete');
  });

  it('are enough to find out, after a part got no response, whether its upload still exists', async () => {
    // Too little time to be sure that the large entry ends in this turn. No real deadline interferes on a busy machine.
    const { deadline } = manualDeadline();
    const deployed = await deploy(MADE, {}, { deadline });
    const { fault } = deployed;
    deployed.fault = async (request, index) =>
      (await fault(request, index)) ?? (request.operation === 'UploadPart' ? { dropConnection: true } : undefined);
    const event = await chain.upload('unanswered.zip', SECOND, MADE);
    const error = await failure(deployed.deliver(event));
    assert.equal(error.code, 'storage/unreachable');
    assert.ok(deployed.requests.some(({ operation }) => operation === 'ListParts'));
  });

  it('refuse nothing, not even requests that a job can do without', () => {
    assert.deepEqual(refused, []);
  });

  it('contain nothing that is not needed', () => {
    assert.deepEqual([...granted].filter(each => !needed.has(each)).sort(), []);
  });

  it('let readers of outputs see all of them except rejected records, their reasons and checkpoints, and other readers those too', () => {
    const { resources } = deployTemplate({ DestinationPrefix: 'clean/' }, { OutputBucket: 'out' });
    /** @param {string} policy @param {string} key */
    const reads = (policy, key) =>
      isAllowed(resources[policy].Properties.PolicyDocument.Statement, 's3:GetObject', `arn:aws:s3:::out/${key}`);
    const keys = [
      'clean/x/a.csv',
      'clean/x/_manifest.json',
      'clean/_rejected/x/a.csv',
      'clean/_reasons/x/a.csv.jsonl',
      'clean/x/_checkpoint',
      'other.txt',
    ];
    assert.deepEqual(
      keys.map(key => reads('OutputReaderPolicy', key)),
      [true, true, false, false, false, false],
    );
    assert.deepEqual(
      keys.map(key => reads('RejectedReaderPolicy', key)),
      [true, true, true, true, true, false],
    );
  });
});

/**
 * A function with the settings of the stack. Requests that its role does not allow are refused.
 *
 * @param {string} bucket
 * @param {Record<string, string>} parameters
 * @param {Parameters<typeof chain.deploy>[2]} [services]
 */
async function deploy(bucket, parameters, services) {
  const names = { OutputBucket: 'sluice-out' };
  // A bucket without versions is an existing one.
  const existing = bucket === 'sluice-in' ? { ExistingInputBucket: bucket } : {};
  const { resources } = deployTemplate({ ...existing, ...parameters }, names);
  const statements = resources.FunctionRole.Properties.Policies[0].PolicyDocument.Statement.filter(
    (/** @type {any} */ { Action }) => [Action].flat()[0].startsWith('s3:'),
  );
  for (const { Sid, Action } of statements) for (const action of [Action].flat()) granted.add(`${Sid} ${action}`);
  const deployed = await chain.deploy(resources.Function.Properties.Environment.Variables, {}, services);
  deployed.fault = async request => {
    for (const [action, resource] of await neededFor(request)) {
      if (!isAllowed(statements, action, resource)) {
        refused.push(`${action} on ${resource}`);
        return { status: 403, code: 'AccessDenied' };
      }
      const { Sid } = statements.find((/** @type {any} */ each) => isAllowed([each], action, resource));
      needed.add(`${Sid} ${action}`);
    }
  };
  return deployed;
}

/**
 * The permissions that AWS requires for a request. For a missing object this includes listing the bucket; otherwise the
 * response is 403.
 *
 * @param {ObservedRequest} request
 * @returns {Promise<[action: string, resource: string][]>}
 */
async function neededFor({ operation, bucket: Bucket, key, query, headers }) {
  const VersionId = query.get('versionId');
  const target = { Bucket, ...(key !== '' && { Key: key }), VersionId };
  const permission = permissionFor(operation, { ...target, IfMatch: headers['if-match'] });
  assert.ok(permission !== null, `${operation} is none of ours`);
  const { actions, resource } = permission;
  const isRead = operation === 'GetObject' || operation === 'HeadObject';
  const isThere =
    !isRead ||
    (await chain.client.send(new HeadObjectCommand({ Bucket, Key: key, VersionId })).then(
      () => true,
      () => false,
    ));
  return [
    ...actions.map(action => /** @type {[string, string]} */ ([action, resource])),
    ...(isThere ? [] : [/** @type {[string, string]} */ (['s3:ListBucket', `arn:aws:s3:::${Bucket}`])]),
  ];
}
