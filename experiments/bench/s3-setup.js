import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { DeleteObjectsCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { createBuckets } from '../../scripts/local-stack/create-buckets.js';
import { lambdaFlags } from '../../scripts/local-stack/lambda-flags.js';
import { functionEnvironment, INPUT_BUCKET, OUTPUT_BUCKET, REGION } from '../../scripts/local-stack/settings.js';
import { uploadArchive } from '../../scripts/local-stack/upload-archive.js';
import { StorageError } from '../../src/errors.js';
import { outputFolderOf } from '../../src/source/output-folder.js';
import { bundleFunction } from './bundle-function.js';
import { makeCertificate } from './self-signed.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Command } from './contestants.js' */
/** @import { Message } from './s3-process.js' */

/**
 * An S3 server in its own process, with an archive in it, and the command that runs the function on the archive.
 *
 * @typedef {object} S3Setup
 * @property {Command} command
 * @property {() => Promise<void>} empty Removes earlier outputs.
 * @property {() => Promise<string[]>} outputs Their keys.
 * @property {(entry: string, path: string) => Promise<void>} download
 * @property {() => Promise<void>} close
 */

/**
 * @param {object} options
 * @param {string} options.folder Created if missing.
 * @param {string} options.archive A path.
 * @param {string} options.recipe A path.
 * @param {boolean} options.withTls
 * @param {number} [options.latencyMs] Added to each request.
 * @param {AbortSignal} options.signal
 * @returns {Promise<S3Setup>}
 */
export async function startS3Setup({ folder, archive, recipe, withTls, latencyMs = 0, signal }) {
  await mkdir(folder, { recursive: true });
  const certificate = withTls ? await makeCertificate(folder) : null;
  const child = fork(fileURLToPath(new URL('s3-process.js', import.meta.url)), { stdio: 'inherit' });
  /** @type {S3Client | undefined} */
  let client;
  const close = async () => {
    client?.destroy();
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'exit');
    child.kill('SIGKILL');
    await closed;
  };
  try {
    child.send({ folder: join(folder, 's3'), tls: certificate?.tls ?? null, latencyMs });
    const server = await nextMessage(child, 'started');
    client = connect(server, certificate?.tls.cert);
    await createBuckets(client);
    const arriving = nextMessage(child, 'event');
    // If the upload fails, it is not awaited.
    arriving.catch(() => {});
    const key = basename(archive);
    await uploadArchive(client, { path: archive, bucket: INPUT_BUCKET, key, signal, onProgress: () => {} });
    const { event } = await arriving;
    const eventPath = join(folder, 'event.json');
    await writeFile(eventPath, JSON.stringify(event));
    const bundle = join(folder, 'function.mjs');
    await bundleFunction(bundle);
    const command = {
      command: process.execPath,
      args: [...lambdaFlags(MEMORY_MEGABYTES), bundle, eventPath],
      env: {
        ...functionEnvironment(server, recipe),
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MEMORY_MEGABYTES),
        ...(certificate && { NODE_EXTRA_CA_CERTS: certificate.certPath }),
      },
    };
    const s3 = client;
    return {
      command,
      empty: () => empty(s3),
      outputs: () => outputsIn(s3),
      download: (entry, path) => download(s3, `${outputFolderOf(key)}/${entry}`, path),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @template {Message['kind']} Kind
 * @param {ChildProcess} child
 * @param {Kind} kind
 * @returns {Promise<Extract<Message, { kind: Kind }>>}
 */
function nextMessage(child, kind) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const listen = (/** @type {Message} */ message) => {
    if (message.kind === kind) resolve(message);
    else if (message.kind === 'failed') reject(new StorageError('storage/failed', `no S3 server: ${message.error}`));
  };
  const end = () => reject(new StorageError('storage/failed', 'the S3 server ended'));
  child.on('message', listen).once('exit', end);
  return promise.finally(() => child.off('message', listen).off('exit', end));
}

/**
 * @param {Extract<Message, { kind: 'started' }>} server
 * @param {string} [ca]
 */
function connect({ endpoint, credentials }, ca) {
  const requestHandler = ca === undefined ? {} : { httpsAgent: new Agent({ ca, keepAlive: true }) };
  return new S3Client({ endpoint, credentials, region: REGION, requestHandler });
}

/** @param {S3Client} client */
async function outputsIn(client) {
  /** @type {string[]} */
  const keys = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: OUTPUT_BUCKET })) {
    for (const { Key = '' } of Contents) keys.push(Key);
  }
  return keys;
}

/** @param {S3Client} client */
async function empty(client) {
  const keys = await outputsIn(client);
  for (let start = 0; start < keys.length; start += MAX_DELETED) {
    const Objects = keys.slice(start, start + MAX_DELETED).map(Key => ({ Key }));
    await client.send(new DeleteObjectsCommand({ Bucket: OUTPUT_BUCKET, Delete: { Objects } }));
  }
}

/**
 * @param {S3Client} client
 * @param {string} key
 * @param {string} path
 */
async function download(client, key, path) {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: OUTPUT_BUCKET, Key: key }));
  await pipeline(/** @type {import('node:stream').Readable} */ (Body), createWriteStream(path));
}

/** Lambda's smallest size. */
const MEMORY_MEGABYTES = 128;
/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
const MAX_DELETED = 1_000;
