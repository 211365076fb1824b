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
 * Reads the bucket of outputs, and the state of the archives.
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

  /** @param {string} folder */
  const listAll = async folder => {
    const prefixes = ['', '_rejected/', '_reasons/'].map(prefix => `${prefix}${folder}/`);
    return (await Promise.all(prefixes.map(list))).flat();
  };

  /**
   * The outputs, the rejected files and the reasons of an archive.
   *
   * @param {string} folder
   * @returns {Promise<Map<string, string>>} ETags by key, without the manifest.
   */
  const outputs = async folder => {
    return new Map((await listAll(folder)).filter(([key]) => !key.endsWith('/_manifest.json')));
  };

  return {
    read,
    outputs,

    /** @param {string} folder @returns {Promise<Record<string, string>>} The same, as text. */
    async texts(folder) {
      const keys = [...(await outputs(folder)).keys()];
      return Object.fromEntries(await Promise.all(keys.map(async key => [key, String(await read(key))])));
    },

    /** @param {string} folder @returns {Promise<ParsedManifest>} */
    manifest: async folder => JSON.parse(String(await read(`${folder}/_manifest.json`))),

    /** @param {string} key */
    head: key => client.send(new HeadObjectCommand({ Bucket, Key: key })),

    /** @param {string} folder */
    async assertNothingOf(folder) {
      assert.deepEqual(await listAll(folder), []);
    },

    /** @param {string} folder @returns {Promise<[key: string, ETag: string, tags: string][]>} Of the archive. */
    async archives(folder) {
      const Key = `${folder}.zip`;
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'sluice-in', Prefix: Key }));
      if (Contents.length === 0) return [];
      const { TagSet = [] } = await client.send(new GetObjectTaggingCommand({ Bucket: 'sluice-in', Key }));
      return [[Key, Contents[0]?.ETag ?? '', TagSet.map(tag => `${tag.Key}=${tag.Value}`).join()]];
    },

    /** @param {string} folder */
    async unfinishedUploads(folder) {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return Uploads.map(({ Key = '' }) => Key).filter(key => key.includes(`${folder}/`));
    },
  };
}
