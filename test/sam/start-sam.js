import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { startLocalS3 } from '../../local-s3/server.js';
import { describeLocally, LOGICAL_ID } from '../../scripts/sam/build-function.js';
import { listContainers, removeContainers } from '../../scripts/sam/docker.js';
import { findDocker } from '../../scripts/sam/find-sam.js';
import { builtFunction, samOfSuite } from './built-function.js';
import { runSam } from './run-sam.js';

/** @import { FaultHook } from '../../local-s3/faults.js' */

/**
 * The function as built by `sam build`, and an S3 server that its containers can reach.
 *
 * @typedef {Awaited<ReturnType<typeof startSam>>} Sam
 */
export async function startSam() {
  const sam = { ...(await samOfSuite()), ...(await findDocker()) };
  const folder = await mkdtemp(join(tmpdir(), 'sluice-sam-'));
  const built = await builtFunction(join(folder, 'build')).catch(async error => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  /** @type {{ operation: string, key: string }[]} */
  const requests = [];
  /** @type {FaultHook | null} */
  let fault = null;
  const server = await startLocalS3({
    folder: join(folder, 's3'),
    host: sam.hostAddress,
    onRequest: request => {
      requests.push({ operation: request.operation, key: request.key });
      return fault?.(request);
    },
  });
  const { endpoint, credentials } = server;
  const client = new S3Client({ endpoint, credentials, region: REGION });
  for (const Bucket of [INPUT_BUCKET, OUTPUT_BUCKET]) await client.send(new CreateBucketCommand({ Bucket }));
  const VersioningConfiguration = { Status: /** @type {const} */ ('Enabled') };
  await client.send(new PutBucketVersioningCommand({ Bucket: INPUT_BUCKET, VersioningConfiguration }));
  let count = 0;

  return {
    /** The folder with the built package. */
    packageFolder: join(built.folder, LOGICAL_ID),
    template: built.template,
    /** The address of this machine for the containers. */
    hostAddress: sam.hostAddress,
    requests,

    /** @param {FaultHook | null} hook What goes wrong from now on. */
    goWrong(hook) {
      fault = hook;
    },

    /**
     * @param {string} key
     * @param {Buffer} Body
     */
    async upload(key, Body) {
      const params = { Bucket: INPUT_BUCKET, Key: key, Body };
      const { ETag = '', VersionId = '' } = await new Upload({ client, partSize: 64 * 2 ** 20, params }).done();
      return { etag: ETag.replaceAll('"', ''), versionId: VersionId };
    },

    /**
     * `sam local invoke`, with an event of `events/`. It exits with 0 even if the function fails, so only its output counts.
     *
     * @param {string} name The event's.
     * @param {Record<string, string>} replaced What stands in the event, and what is to stand there.
     * @param {{ variables?: Record<string, string>, memoryMegabytes?: number, timeoutSeconds?: number }} [settings]
     */
    async invoke(name, replaced, { variables = {}, memoryMegabytes = 256, timeoutSeconds = 100 } = {}) {
      let event = await readFile(new URL(`../../events/${name}.json`, import.meta.url), 'utf8');
      for (const [sample, real] of Object.entries(replaced)) event = event.replaceAll(sample, real);
      count += 1;
      const eventPath = join(folder, `event-${count}.json`);
      await writeFile(eventPath, event);
      const settings = {
        variables: {
          SLUICE_DESTINATION: `s3://${OUTPUT_BUCKET}`,
          SLUICE_EXPECTED_BUCKET_OWNER: '',
          SLUICE_SOURCE_AFTERWARDS: 'keep',
          AWS_ENDPOINT_URL_S3: endpoint,
          ...variables,
        },
        memoryMegabytes,
        timeoutSeconds,
      };
      const local = await describeLocally(built, settings, `invoke-${count}`);
      const env = {
        ...sam.env,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        AWS_REGION: REGION,
      };
      const args = ['local', 'invoke', LOGICAL_ID, ...local, ...sam.pull, '--event', eventPath];
      const timeoutMs = (timeoutSeconds + 60) * 1000;
      const { code, stdout, stderr } = await runSam(sam.program, args, { env, timeoutMs });
      const output = stdout + stderr;
      const objects = output.split('\n').flatMap(parseObject);
      return {
        code,
        output,
        /** What the function returned, or the error that it threw. */
        answer: objects.find(value => 'batchItemFailures' in value || 'errorType' in value) ?? null,
        /** The log line of each archive. */
        summaries: objects.filter(({ outcome }) => typeof outcome === 'string'),
      };
    },

    /** @param {string} prefix */
    async list(prefix) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: OUTPUT_BUCKET, Prefix: prefix }));
      return Contents.map(({ Key }) => Key);
    },

    /** @param {string} key */
    async read(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: OUTPUT_BUCKET, Key: key }));
      return /** @type {NonNullable<typeof Body>} */ (Body).transformToString();
    },

    containers: () => listContainers(join(built.folder, LOGICAL_ID)),

    async close() {
      client.destroy();
      await server.close();
      await removeContainers(join(built.folder, LOGICAL_ID));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} line
 * @returns {Record<string, any>[]}
 */
function parseObject(line) {
  // The runtime may append to the line with the function's result.
  const end = line.lastIndexOf('}');
  if (!line.startsWith('{') || end < 0) return [];
  try {
    return [JSON.parse(line.slice(0, end + 1))];
  } catch {
    return [];
  }
}

/** The bucket in the events. */
const INPUT_BUCKET = 'sluice-in-123456789012-us-east-1';
const OUTPUT_BUCKET = 'sluice-out';
const REGION = 'us-east-1';
