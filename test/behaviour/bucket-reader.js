import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import {
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';

/** @import { Readable } from 'node:stream' */
/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */

/**
 * Looks at what is in the bucket of outputs, and what became of the archives.
 *
 * @param {S3Client} client
 */
export function bucketReader(client) {
  const Bucket = 'sluice-out';

  /** @param {string} key */
  const read = async key => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
    return buffer(/** @type {Readable} */ (Body));
  };

  /** @param {string} prefix */
  const list = async prefix => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
    return Contents.map(({ Key = '', ETag = '' }) => /** @type {const} */ ([Key, ETag]));
  };

  /**
   * What came out of an archive, and what was set aside.
   *
   * @param {string} place
   * @returns {Promise<Map<string, string>>} ETags by key, without the manifest.
   */
  const outputs = async place => {
    const found = [...(await list(`${place}/`)), ...(await list(`_rejected/${place}/`))];
    return new Map(found.filter(([key]) => !key.endsWith('/_manifest.json')));
  };

  return {
    read,
    outputs,

    /** @param {string} place @returns {Promise<Record<string, string>>} The same, as text. */
    async texts(place) {
      const keys = [...(await outputs(place)).keys()];
      return Object.fromEntries(await Promise.all(keys.map(async key => [key, String(await read(key))])));
    },

    /** @param {string} place @returns {Promise<ParsedManifest>} */
    manifest: async place => JSON.parse(String(await read(`${place}/_manifest.json`))),

    /** @param {string} key */
    head: key => client.send(new HeadObjectCommand({ Bucket, Key: key })),

    /** @param {string} place */
    async assertNothingOf(place) {
      assert.deepEqual([...(await list(`${place}/`)), ...(await list(`_rejected/${place}/`))], []);
    },

    /** @param {string} place @returns {Promise<[key: string, ETag: string, tags: string][]>} Of the archive. */
    async archives(place) {
      const Key = `${place}.zip`;
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'sluice-in', Prefix: Key }));
      if (Contents.length === 0) return [];
      const { TagSet = [] } = await client.send(new GetObjectTaggingCommand({ Bucket: 'sluice-in', Key }));
      return [[Key, Contents[0]?.ETag ?? '', TagSet.map(tag => `${tag.Key}=${tag.Value}`).join()]];
    },

    /** @param {string} place */
    async unfinishedUploads(place) {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return Uploads.map(({ Key = '' }) => Key).filter(key => key.includes(`${place}/`));
    },
  };
}
