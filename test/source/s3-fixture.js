import { openSource } from '../../src/source/open-source.js';
import { localS3 } from '../support/s3.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { SourceOptions } from '../../src/source/open-source.js' */

export const MIB = 1024 * 1024;
export const CONTENT = Buffer.from(
  Uint32Array.from({ length: 3 * (MIB / 4) }, (_, index) => index * 2_654_435_761).buffer,
);
export const CHANGED = { name: 'ArchiveError', code: 'archive/changed' };
export const sleep = async () => {};

/**
 * @param {import('node:test').TestContext} t
 * @param {Parameters<typeof localS3>[1] & { source?: SourceOptions, key?: string }} [options]
 */
export async function opened(t, { source: sourceOptions, key = 'in/x.zip', ...options } = {}) {
  const s3 = await localS3(t, options);
  await s3.put(key, CONTENT);
  const source = await openSource(`s3://bucket/${key}`, { s3: s3.s3, sleep, ...sourceOptions });
  t.after(() => source.close());
  return { ...s3, source };
}

/**
 * Resolves once the client has returned all its connections; that may take a moment after a body was destroyed.
 *
 * @param {S3Client} client
 */
export async function untilAllSocketsAreFree(client) {
  while (socketsInUse(client) > 0) await new Promise(resolve => setTimeout(resolve, 5));
}

/** @param {S3Client} client */
export function socketsInUse(client) {
  const { httpAgent } = /** @type {any} */ (client.config.requestHandler).config;
  return Object.values(httpAgent.sockets).flat().length;
}
