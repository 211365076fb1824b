import { GetObjectTaggingCommand, HeadObjectCommand, PutObjectTaggingCommand } from '@aws-sdk/client-s3';
import { RefusedError } from '../errors.js';
import { httpStatus } from '../storage/http-status.js';
import { stoppedWaiting } from '../storage/stopped-waiting.js';
import { toStorageError } from '../storage/storage-error.js';
import { refusedForGood } from './refusal.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Target } from './pinned-object.js' */

/**
 * Adds tags to one version of an object and keeps its other tags. Does nothing if that version is gone.
 *
 * @param {S3Client} client
 * @param {{ target: Target, versionId: string | null, etag: string, name: string }} object `name`: for messages,
 *   escaped.
 * @param {Record<string, string>} tags
 * @param {AbortSignal} [signal]
 * @throws {import('../errors.js').SluiceError} `storage/too-many-tags` and others, `job/stopped`, or an error of
 *   `refusedForGood`.
 */
export async function tagObject(client, { target, versionId, etag, name }, tags, signal) {
  const options = signal ? { abortSignal: signal } : {};
  try {
    // Tagging has no preconditions. Without a version id we can only check first: an upload between the two requests
    // still gets the tag.
    if (versionId === null) await client.send(new HeadObjectCommand({ ...target, IfMatch: `"${etag}"` }), options);
  } catch (error) {
    if (signal?.aborted) throw stoppedWaiting(name, error);
    if (isGone(error)) return;
    throw toStorageError(error, `tag ${name}`);
  }
  const version = versionId === null ? target : { ...target, VersionId: versionId };
  const merged = new Map();
  try {
    const { TagSet = [] } = await client.send(new GetObjectTaggingCommand(version), options);
    for (const { Key, Value } of TagSet) merged.set(Key, Value);
    for (const [key, value] of Object.entries(tags)) merged.set(key, value);
    const Tagging = { TagSet: Array.from(merged, ([Key, Value]) => ({ Key, Value })) };
    await client.send(new PutObjectTaggingCommand({ ...version, Tagging }), options);
  } catch (error) {
    if (signal?.aborted) throw stoppedWaiting(name, error);
    if (isGone(error)) return;
    const refused = refusedForGood(error, `tag ${name}`);
    if (refused !== null && merged.size > MAX_TAGS) throw tooManyTags(name, error);
    throw refused ?? toStorageError(error, `tag ${name}`);
  }
}

/** @param {unknown} error */
function isGone(error) {
  return [404, 405, 412].includes(httpStatus(error));
}

/** @param {string} name @param {unknown} cause */
function tooManyTags(name, cause) {
  return new RefusedError(
    'storage/too-many-tags',
    `cannot tag ${name}: it has other tags already, as many as an object may have (limit: ${MAX_TAGS}); remove one of ` +
      'them and tag it by hand',
    { cause },
  );
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html */
const MAX_TAGS = 10;
