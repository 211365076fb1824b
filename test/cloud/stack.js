import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { LOGICAL_ID } from '../../scripts/sam/build-function.js';
import { builtFunction } from '../sam/built-function.js';
import { writeZip } from '../support/zip-writer.js';
import { startAws } from './aws.js';

/** @import { Credentials } from './aws.js' */

/**
 * An AWS account with the package, ready to deploy.
 *
 * @typedef {Awaited<ReturnType<typeof startCloud>>} Cloud
 */

/** Uploads the package that `sam build` makes, as `sam deploy` does. */
export async function startCloud() {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-cloud-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const built = await builtFunction(join(folder, 'build'));
    const handler = join(built.folder, LOGICAL_ID, 'handler.mjs');
    const aws = await startAws();
    const close = async () => {
      await aws.close();
      await removeFolder();
    };
    try {
      await aws.s3.send(new CreateBucketCommand({ Bucket: 'bucket', ...HERE }));
      const Body = writeZip([{ name: 'handler.mjs', content: await readFile(handler) }]);
      await aws.s3.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'package.zip', Body }));
    } catch (error) {
      await close();
      throw error;
    }
    let count = 0;
    return {
      aws,
      handler,
      /** Where the function's processes keep what V8 compiled of the package. */
      compiled: join(folder, 'compiled'),
      close,

      /** @param {Record<string, string>} [parameters] */
      deploy(parameters = {}) {
        count += 1;
        return deployStack(aws, join(built.folder, 'template.yaml'), `sluice-${count}`, parameters);
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/**
 * @typedef {Awaited<ReturnType<typeof deployStack>>} Stack
 */

/**
 * @param {import('./aws.js').Aws} aws
 * @param {string} templatePath As `sam build` wrote it.
 * @param {string} StackName
 * @param {Record<string, string>} parameters
 */
async function deployStack(aws, templatePath, StackName, parameters) {
  // Each stack creates its own input bucket.
  const given = { BucketPrefix: StackName, ...parameters };
  const transformed = await aws.call('sam', 'transform', { path: templatePath, given });
  await aws.enforcePolicies(false);
  await aws.call('cloudformation', 'create_stack', {
    StackName,
    TemplateBody: JSON.stringify(transformed),
    Parameters: Object.entries(given).map(([ParameterKey, ParameterValue]) => ({ ParameterKey, ParameterValue })),
    Capabilities: ['CAPABILITY_IAM'],
  });
  const { Stacks } = await aws.call('cloudformation', 'describe_stacks', { StackName });
  const [{ StackStatus, Outputs }] = Stacks;
  const { StackResources } = await aws.call('cloudformation', 'describe_stack_resources', { StackName });
  /** @type {Record<string, string>} By logical name, what AWS calls it. */
  const resources = Object.fromEntries(
    StackResources.map((/** @type {any} */ each) => [each.LogicalResourceId, each.PhysicalResourceId]),
  );
  const configuration = await aws.call('lambda', 'get_function_configuration', { FunctionName: resources.Function });
  const { Credentials: credentials } = await aws.call('sts', 'assume_role', {
    RoleArn: configuration.Role,
    RoleSessionName: 'function',
  });
  // The log group where moto puts the events that S3 invokes the function with; see deviations.py.
  const invocations =
    resources.ArchiveQueue === undefined
      ? (await aws.call('sqs', 'create_queue', { QueueName: resources.Function })).QueueUrl
      : null;
  return {
    name: StackName,
    status: StackStatus,
    resources,
    /** @type {Record<string, string>} */
    outputs: Object.fromEntries(Outputs.map((/** @type {any} */ each) => [each.OutputKey, each.OutputValue])),
    /** The function's configuration in Lambda. */
    configuration,
    /** @type {Credentials} The role's. */
    credentials,
    invocations,
    inputBucket: parameters.ExistingInputBucket ?? resources.InputBucket,
    outputBucket: resources.OutputBucket,
  };
}

/** The region of the account's buckets. */
export const HERE = /** @type {const} */ ({ CreateBucketConfiguration: { LocationConstraint: 'eu-central-1' } });
