import { commandOf, uploadOf, versionOf } from './commands.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Step } from './requests.js' */

/**
 * What one server has made so far. The same index in a list means the same thing on both servers.
 *
 * @typedef {object} Memory
 * @property {string} bucket
 * @property {string} prefix Of all keys.
 * @property {string[]} etags
 * @property {{ key: string, id: string, isGone: boolean }[]} versions
 * @property {{ key: string, id: string, checksum: string | undefined, parts: Map<number, Record<string, any>> }[]} uploads
 */

/**
 * Sends the request of a step.
 *
 * @param {S3Client} client
 * @param {Memory} memory
 * @param {Step} step
 * @returns {Promise<Record<string, any> | null>} The answer, with ids and times replaced by names common to both
 *   servers; null if the step refers to something that was never made.
 */
export async function perform(client, memory, step) {
  const command = commandOf(memory, step);
  if (command === null) return null;
  try {
    const { $metadata, Body, ...output } = /** @type {any} */ (await client.send(command));
    const content = await Body?.transformToString();
    remember(memory, step, output);
    return inCommon(memory, { status: $metadata.httpStatusCode, ...output, ...(content !== undefined && { content }) });
  } catch (error) {
    const { name, message, $metadata } = /** @type {any} */ (error);
    return { status: $metadata?.httpStatusCode ?? 0, code: $metadata?.httpStatusCode ? name : `${name}: ${message}` };
  }
}

/**
 * @param {Memory} memory
 * @param {Step} step
 * @param {any} output
 */
function remember(memory, step, output) {
  const upload = step.upload === undefined ? undefined : uploadOf(memory, step);
  const { CopyObjectResult, CopyPartResult } = output;
  const { VersionId, UploadId, Deleted } = output;
  const { ETag, ChecksumCRC32, ChecksumSHA1, ChecksumSHA256 } = CopyObjectResult ?? CopyPartResult ?? output;
  if (step.name === 'delete') {
    const version = versionOf(memory, step);
    if (version) version.isGone = true;
  }
  // A completion may be repeated, and another object may have the same content.
  if (['put', 'copy', 'complete'].includes(step.name) && !memory.etags.includes(ETag)) memory.etags.push(ETag);
  const made = ['put', 'copy', 'complete', 'delete'].includes(step.name) ? [[upload?.key ?? step.key, VersionId]] : [];
  for (const { Key, DeleteMarkerVersionId } of Deleted ?? []) {
    made.push([Key.slice(memory.prefix.length), DeleteMarkerVersionId]);
  }
  for (const [key, id] of made) {
    if (id && !memory.versions.some(version => version.id === id)) memory.versions.push({ key, id, isGone: false });
  }
  if (step.name === 'create') {
    memory.uploads.push({ key: step.key, id: UploadId, checksum: step.checksum, parts: new Map() });
  }
  if (step.name === 'part') {
    const bytes = Buffer.byteLength(step.body);
    upload?.parts.set(step.part, { ETag, ChecksumCRC32, ChecksumSHA1, ChecksumSHA256, bytes });
  }
}

/**
 * @param {Memory} memory
 * @param {Record<string, any>} output
 * @returns {Record<string, any>}
 */
function inCommon({ versions, uploads }, output) {
  const words = new Map([
    ...versions.map(({ id }, index) => /** @type {const} */ ([id, `version ${index}`])),
    ...uploads.map(({ id }, index) => /** @type {const} */ ([id, `upload ${index}`])),
  ]);
  return JSON.parse(
    JSON.stringify(output, function (name, value) {
      return this[name] instanceof Date ? 'a moment' : (words.get(value) ?? value);
    }),
  );
}
