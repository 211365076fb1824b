import assert from 'node:assert/strict';
import {
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { destinationStore } from '../../src/checkpoint/store.js';
import { openDestination } from '../../src/destination/open.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { unlikeBytes } from '../destination/fixture.js';
import { contentOf, localS3 } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';
import { FILLER, takeTurn } from './turns.js';

/** @import { TestContext } from 'node:test' */
/** @import { Turned } from './turns.js' */

export const MIB = 1024 * 1024;
export const BYTES = unlikeBytes(10 * MIB);
export const recipe = await compileRecipe({ entries: [{ match: FILLER.name, skip: true }] });
export const ARCHIVE = writeZip([{ name: 'a', content: BYTES, method: 0 }, { name: 'b', content: 'b' }, FILLER]);

/**
 * A job from memory to S3, with its checkpoint in S3. Each turn opens its own destination.
 *
 * @param {TestContext} t
 */
export async function beginTurns(t) {
  const { client, s3 } = await localS3(t);
  const list = async () => (await client.send(new ListObjectsV2Command({ Bucket: 'bucket' }))).Contents ?? [];
  return {
    client,
    /** @param {Partial<Turned>} [how] */
    async turn(how) {
      const destination = await openDestination('s3://bucket/out', { s3 });
      const store = destinationStore(destination, 'x');
      const turn = await takeTurn({ zip: ARCHIVE, recipe, destination, store, ...how });
      await destination.close();
      return turn;
    },
    keys: async () => (await list()).map(({ Key }) => Key),
    uploads: async () => (await client.send(new ListMultipartUploadsCommand({ Bucket: 'bucket' }))).Uploads ?? [],
    checkpointETag: async () => (await list()).find(({ Key }) => Key === 'out/x/_checkpoint')?.ETag,
    metadata: async (/** @type {string} */ Key) => {
      const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: 'bucket', Key }));
      return { Metadata };
    },
    async empty() {
      for (const { Key } of await list()) await client.send(new DeleteObjectCommand({ Bucket: 'bucket', Key }));
    },
    async assertDone() {
      const names = await this.keys();
      assert.deepEqual(names, ['out/x/_manifest.json', 'out/x/a', 'out/x/b']);
      assert.ok((await contentOf(client, 'out/x/a')).equals(BYTES));
      assert.deepEqual(await this.uploads(), []);
    },
  };
}
