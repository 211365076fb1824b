import { randomBytes } from 'node:crypto';
import {
  GetObjectCommand,
  GetObjectTaggingCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { outputFolderOf } from '../../src/source/output-folder.js';
import { writeZip } from '../support/zip-writer.js';
import { invokeOnce, takeArrivals } from './invoke.js';

/** @import { Cloud, Stack } from './stack.js' */
/** @import { Arrival, Invocation } from './invoke.js' */

export const RECIPE = '{"entries":[{"match":"**/*.csv","csv":{"drop":["secret"],"require":["email"]}}]}';

// Large enough for an upload in parts.
const LARGE = randomBytes(6 * 1024 * 1024);

/** Two versions of an archive, of which the first has entries that the second lacks. */
export const FIRST = versionOf('email,secret\na@b,x\n,y\n', { 'folder/large.bin': LARGE, 'gone.txt': 'gone' });
export const SECOND = versionOf('email,secret\nc@d,x\n', {});

/**
 * @param {string} people
 * @param {Record<string, string | Buffer>} others
 */
function versionOf(people, others) {
  const contents = { 'people.csv': people, 'ä/notes.txt': 'kept', ...others };
  const edited = people.split('\n').flatMap(line => (line.startsWith(',') ? [] : line.replace(/,.*/, '')));
  return {
    archive: writeZip(Object.entries(contents).map(([name, content]) => ({ name, content }))),
    /** The expected outputs without a recipe. */
    copied: toBuffers(contents),
    /** The expected outputs with `RECIPE`. */
    edited: toBuffers({ ...contents, 'people.csv': edited.join('\n') }),
  };
}

/** @param {Record<string, string | Buffer>} contents */
function toBuffers(contents) {
  return Object.fromEntries(Object.entries(contents).map(([name, content]) => [name, Buffer.from(content)]));
}

/**
 * The operations of a test on a stack, with the account's policies enforced.
 *
 * @param {Cloud} cloud
 * @param {Stack} stack
 * @param {(event: unknown) => Promise<Invocation>} [invoke] Without it, each event has a process of its own.
 */
export function useStack(cloud, stack, invoke = event => invokeOnce(cloud, stack, event)) {
  const { s3 } = cloud.aws;
  const { bucket: outputBucket, prefix } = splitUri(stack.outputs.Destination);
  return {
    /**
     * @param {string} key
     * @param {Buffer | string} Body
     */
    upload: (key, Body) => s3.send(new PutObjectCommand({ Bucket: stack.inputBucket, Key: key, Body })),

    /** @returns {Promise<Arrival[]>} In the order that they were uploaded in, without S3's own test. */
    async arrivals() {
      const arrivals = await takeArrivals(cloud, stack);
      for (const { isTest, event } of arrivals) if (isTest) await invoke(event);
      return arrivals
        .filter(({ isTest }) => !isTest)
        .sort((one, other) => (one.object.sequencer < other.object.sequencer ? -1 : 1));
    },

    /** @param {Arrival} arrival */
    deliver: ({ event }) => invoke(event),

    /**
     * @param {string} archiveKey
     * @returns {Promise<{ manifest: any, files: Record<string, Buffer> }>}
     */
    async outputsOf(archiveKey) {
      const folder = `${prefix}${outputFolderOf(archiveKey)}/`;
      /** @type {Record<string, Buffer>} */
      const read = {};
      for (const { Key = '' } of await listCurrent(folder)) {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: outputBucket, Key }));
        read[Key.slice(folder.length)] = Buffer.from((await Body?.transformToByteArray()) ?? []);
      }
      const { '_manifest.json': manifest = 'null', ...files } = read;
      return { manifest: JSON.parse(String(manifest)), files };
    },

    /** @returns {Promise<string>} Changes with every write to the output bucket, and every deletion. */
    async outputState() {
      const { Versions = [], DeleteMarkers = [] } = await versions('');
      return JSON.stringify([...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => [Key, VersionId]));
    },

    /** @param {string} key */
    async tagsOf(key) {
      const { TagSet } = await s3.send(new GetObjectTaggingCommand({ Bucket: stack.inputBucket, Key: key }));
      return TagSet;
    },

    /** @param {string} key */
    async isThere(key) {
      const { Versions = [] } = await s3.send(
        new ListObjectVersionsCommand({ Bucket: stack.inputBucket, Prefix: key }),
      );
      return Versions.some(({ Key }) => Key === key);
    },
  };

  /** @param {string} Prefix */
  function versions(Prefix) {
    return s3.send(new ListObjectVersionsCommand({ Bucket: outputBucket, Prefix }));
  }

  /** @param {string} folder */
  async function listCurrent(folder) {
    const { Versions = [] } = await versions(folder);
    return Versions.filter(({ IsLatest }) => IsLatest);
  }
}

/** @param {string} uri */
function splitUri(uri) {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/(.*)$/.exec(uri) ?? [];
  return { bucket, prefix };
}
