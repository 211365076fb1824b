import assert from 'node:assert/strict';
import { GetObjectTaggingCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { writeZip } from '../support/zip-writer.js';
import { RECIPE } from './versions.js';

/** @import { Chain } from './chain.js' */

/** @typedef {'keep' | 'delete' | 'tag'} Afterwards */

export const BUCKET = 'sluice-versioned';
export const PARTIAL = writeZip([
  { name: 'people.csv', content: 'id,notes\n1,a\n' },
  { name: 'damaged', content: 'x', crc32: 1 },
]);
export const FAILED = Buffer.from('not a zip archive');

/**
 * Archives of several versions, and the functions that process them.
 *
 * @param {() => Chain} chain
 */
export function versionedArchives(chain) {
  /** @param {Afterwards} afterwards */
  const env = afterwards => ({ SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: afterwards });
  return {
    /** @param {Afterwards} afterwards */
    deploy: afterwards => chain().deploy(env(afterwards)),

    /** @param {unknown} event @param {Afterwards} afterwards */
    begin: (event, afterwards) => chain().begin(event, env(afterwards)),

    /** @param {string} folder @param {Buffer} body @returns {Promise<any>} */
    upload: (folder, body) => chain().upload(`${folder}.zip`, body, BUCKET),

    /** @param {string} folder @returns {Promise<Record<string, string>>} By version, its tags. */
    async versionsOf(folder) {
      const Key = `${folder}.zip`;
      const { client } = chain();
      const { Versions = [], DeleteMarkers = [] } = await client.send(
        new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix: Key }),
      );
      assert.deepEqual(DeleteMarkers, []);
      const tagged = Versions.map(async ({ VersionId = '' }) => {
        const { TagSet = [] } = await client.send(new GetObjectTaggingCommand({ Bucket: BUCKET, Key, VersionId }));
        return /** @type {const} */ ([VersionId, TagSet.map(tag => `${tag.Key}=${tag.Value}`).join()]);
      });
      return Object.fromEntries(await Promise.all(tagged));
    },
  };
}

/**
 * The expected result of `versionsOf` in the end.
 *
 * @param {Afterwards} afterwards
 * @param {any[]} cleared The events of the versions that were deleted or tagged.
 * @param {any[]} [untouched]
 */
export function left(afterwards, cleared, untouched = []) {
  const tag = afterwards === 'tag' ? 'sluice=processed' : '';
  return Object.fromEntries([
    ...(afterwards === 'delete' ? [] : cleared.map(event => [idOf(event), tag])),
    ...untouched.map(event => [idOf(event), '']),
  ]);
}

/** @param {any} event @returns {string} The version's ID. */
export function idOf(event) {
  return event.Records[0].s3.object.versionId;
}
