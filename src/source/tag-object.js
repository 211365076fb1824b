import { GetObjectTaggingCommand, HeadObjectCommand, PutObjectTaggingCommand } from '@aws-sdk/client-s3';
import { httpStatus, toStorageError } from '../storage-error.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Target } from './s3.js' */

/**
 * Adds tags to one version of an object and leaves its other tags alone. Where that version is gone, nothing is done.
 *
 * @param {S3Client} client
 * @param {{ target: Target, versionId: string | null, etag: string, name: string }} object `name` for messages.
 * @param {Record<string, string>} tags
 * @throws {import('../errors.js').StorageError}
 */
export async function tagObject(client, { target, versionId, etag, name }, tags) {
  try {
    // Tagging knows no precondition. Without a version id all we can do is look first: a tag may still land on an upload
    // that replaces the object in this very moment.
    if (versionId === null) await client.send(new HeadObjectCommand({ ...target, IfMatch: `"${etag}"` }));
    const version = versionId === null ? target : { ...target, VersionId: versionId };
    const { TagSet = [] } = await client.send(new GetObjectTaggingCommand(version));
    const merged = new Map(TagSet.map(({ Key, Value }) => [Key, Value]));
    for (const [key, value] of Object.entries(tags)) merged.set(key, value);
    const Tagging = { TagSet: Array.from(merged, ([Key, Value]) => ({ Key, Value })) };
    await client.send(new PutObjectTaggingCommand({ ...version, Tagging }));
  } catch (error) {
    if ([404, 405, 412].includes(httpStatus(error))) return;
    throw toStorageError(error, `tag ${name}`);
  }
}
