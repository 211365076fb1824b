import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { startLocalS3 } from '../../local-s3/server.js';

/** @typedef {import('../../local-s3/server.js').LocalS3} LocalS3 */
/** @typedef {Partial<Parameters<typeof startLocalS3>[0]>} Options */

/**
 * A folder that is removed after the test.
 *
 * @param {import('node:test').TestContext} t
 */
export async function temporaryFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'local-s3-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A server with the bucket `bucket`, and a client that does not repeat requests. Both are closed after the test.
 *
 * @param {import('node:test').TestContext} t
 * @param {Options & { versioned?: boolean }} [options]
 */
export async function startServer(t, { versioned = false, ...options } = {}) {
  const folder = options.folder ?? (await temporaryFolder(t));
  const server = await startLocalS3({ folder, ...options });
  t.after(() => server.close());
  const s3 = connect(t, server);
  await s3.send(new CreateBucketCommand({ Bucket: 'bucket' }));
  if (versioned) {
    const VersioningConfiguration = { Status: /** @type {const} */ ('Enabled') };
    await s3.send(new PutBucketVersioningCommand({ Bucket: 'bucket', VersioningConfiguration }));
  }
  return { s3, server, folder };
}

/**
 * @param {import('node:test').TestContext} t
 * @param {LocalS3} server
 * @param {import('@aws-sdk/client-s3').S3ClientConfig} [config]
 */
export function connect(t, { endpoint, credentials }, config = {}) {
  const s3 = new S3Client({ endpoint, credentials, region: 'eu-west-1', maxAttempts: 1, ...config });
  t.after(() => s3.destroy());
  return s3;
}

/**
 * Adds or replaces headers and query parameters before the request is signed.
 *
 * @param {S3Client} s3
 * @param {{ headers?: Record<string, string>, query?: Record<string, string> }} changes
 */
export function changeRequests(s3, { headers = {}, query = {} }) {
  s3.middlewareStack.add(
    next => async args => {
      const request = /** @type {{ headers: object, query: object }} */ (args.request);
      Object.assign(request.headers, headers);
      Object.assign(request.query, query);
      return next(args);
    },
    { step: 'build', priority: 'low' },
  );
}

/**
 * @param {Promise<unknown>} promise
 * @param {string} name The error's name: S3's code, except for HEAD.
 * @param {number} status
 */
export async function refused(promise, name, status) {
  await assert.rejects(promise, (/** @type {any} */ error) => {
    assert.deepEqual([error.name, error.$metadata?.httpStatusCode], [name, status], error.stack);
    return true;
  });
}

/** @param {{ Body?: { transformToByteArray(): Promise<Uint8Array> } | undefined }} result */
export async function bytesOf(result) {
  return Buffer.from((await result.Body?.transformToByteArray()) ?? []);
}

/**
 * Bytes that differ at every position, so that a missing or moved piece is noticed.
 *
 * @param {number} size
 */
export function pattern(size) {
  const bytes = Buffer.alloc(size);
  for (let index = 0; index < size; index++) bytes[index] = (index * 31 + (index >>> 8) * 7) & 0xff;
  return bytes;
}

/**
 * Waits for something that happens in the background: events follow the answers, and files are removed later.
 *
 * @param {() => boolean | Promise<boolean>} condition
 */
export async function until(condition) {
  for (let tries = 0; !(await condition()); tries++) {
    assert.ok(tries < 6_000, 'it did not happen within a minute');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
