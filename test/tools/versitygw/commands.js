import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';

/** @import { Memory } from './perform.js' */
/** @import { Step } from './requests.js' */

/**
 * @param {Memory} memory
 * @param {Step} step
 * @returns {any} The SDK's command for a step; null if it refers to something that was never made.
 */
export function commandOf(memory, step) {
  const upload = uploadOf(memory, step);
  if (step.upload !== undefined && upload === undefined) return null;
  const Bucket = memory.bucket;
  const object = { Bucket, Key: memory.prefix + step.key };
  const version = versionOf(memory, step);
  const one = { ...object, ...(version && { VersionId: version.id }) };
  const listed = {
    Bucket,
    Prefix: memory.prefix + step.prefix,
    ...(step.delimiter && { Delimiter: step.delimiter }),
    ...(step.max && { MaxKeys: step.max }),
  };
  const ofUpload = { Bucket, Key: memory.prefix + upload?.key, UploadId: upload?.id };
  const commands = {
    put: () =>
      new PutObjectCommand({
        ...object,
        Body: Buffer.from(step.body),
        ...condition(memory, step),
        ...description(step),
        ...checksumOf(step),
      }),
    copy: () =>
      new CopyObjectCommand({
        ...object,
        CopySource: copySource(memory, step),
        CopySourceIfMatch: etagFor(memory, step.ifSource),
        ...(step.replacesMetadata && { MetadataDirective: 'REPLACE' }),
        ...(step.replacesTags && { TaggingDirective: 'REPLACE' }),
        ...description(step),
      }),
    get: () => new GetObjectCommand({ ...one, ...reading(memory, step) }),
    head: () => new HeadObjectCommand({ ...one, ...reading(memory, step) }),
    delete: () => new DeleteObjectCommand({ ...one, ...(!version && { IfMatch: etagFor(memory, step.condition) }) }),
    deletes: () => {
      const Objects = step.keys?.map((/** @type {string} */ key) => ({ Key: memory.prefix + key }));
      return new DeleteObjectsCommand({ Bucket, Delete: { Objects } });
    },
    tag: () => {
      const pairs = step.tags?.map((/** @type {string} */ tag) => tag.split('='));
      const TagSet = pairs?.map((/** @type {string[]} */ [Key, Value]) => ({ Key, Value }));
      return new PutObjectTaggingCommand({ ...one, Tagging: { TagSet } });
    },
    tags: () => new GetObjectTaggingCommand(one),
    create: () =>
      new CreateMultipartUploadCommand({
        ...object,
        ...description(step),
        ...(step.checksum && { ChecksumAlgorithm: step.checksum }),
        ...(step.checksum === 'CRC32' && step.isWhole && { ChecksumType: 'FULL_OBJECT' }),
      }),
    part: () => {
      const algorithm = step.withChecksum ? /** @type {any} */ (upload?.checksum) : undefined;
      const part = { PartNumber: step.part, Body: Buffer.from(step.body) };
      return new UploadPartCommand({ ...ofUpload, ...part, ...(algorithm && { ChecksumAlgorithm: algorithm }) });
    },
    partCopy: () =>
      new UploadPartCopyCommand({
        ...ofUpload,
        PartNumber: step.part,
        CopySource: copySource(memory, step),
        ...(step.range && { CopySourceRange: `bytes=${step.range}` }),
      }),
    complete: () =>
      new CompleteMultipartUploadCommand({ ...ofUpload, ...condition(memory, step), ...completion(upload, step) }),
    abort: () => new AbortMultipartUploadCommand(ofUpload),
    list: () => new ListObjectsV2Command({ ...listed, ...(step.after && { StartAfter: memory.prefix + step.after }) }),
    versions: () => new ListObjectVersionsCommand(listed),
    uploads: () => new ListMultipartUploadsCommand({ ...listed, ...(step.max && { MaxUploads: step.max }) }),
    parts: () =>
      new ListPartsCommand({
        ...ofUpload,
        ...(step.max && { MaxParts: step.max }),
        ...(step.after && { PartNumberMarker: String(step.after) }),
      }),
  };
  return commands[/** @type {keyof typeof commands} */ (step.name)]();
}

/** The upload that a step is about. @param {Memory} memory @param {Step} step */
export function uploadOf({ uploads }, { upload }) {
  return uploads.at(-1 - (upload % Math.max(1, uploads.length)));
}

/** @param {Memory} memory @param {Step} step */
function copySource(memory, step) {
  const version = versionOf(memory, step);
  const source = `${memory.bucket}/${encodeURIComponent(memory.prefix + step.from)}`;
  return version ? `${source}?versionId=${version.id}` : source;
}

/** The version that a step is about. @param {Memory} memory @param {Step} step */
export function versionOf(memory, { name, key, from, version }) {
  if (version === undefined) return undefined;
  const found = memory.versions.filter(each => each.key === (from ?? key) && !(name === 'delete' && each.isGone));
  return found.at(-1 - (version % Math.max(1, found.length)));
}

/**
 * @param {Memory} memory
 * @param {string | undefined} which
 * @returns {string | undefined}
 */
function etagFor({ etags }, which) {
  const last = etags.at(-1) ?? STRANGE_ETAG;
  if (which === 'first') return etags[0] ?? last;
  if (which === 'last') return last;
  if (which === 'last-unquoted') return last.replaceAll('"', '');
  return which === 'wrong' ? STRANGE_ETAG : undefined;
}

/** @param {Memory} memory @param {Step} step */
function condition(memory, { condition }) {
  return condition === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: etagFor(memory, condition) };
}

/** @param {Memory} memory @param {Step} step */
function reading(memory, { range, condition, unless, withChecksum }) {
  return {
    ...(range && { Range: `bytes=${range}` }),
    IfMatch: etagFor(memory, condition),
    IfNoneMatch: etagFor(memory, unless),
    ...(withChecksum && { ChecksumMode: /** @type {const} */ ('ENABLED') }),
  };
}

/** @param {Step} step */
function description({ note, type, tagging }) {
  return { ...(note && { Metadata: { note } }), ContentType: type, Tagging: tagging };
}

/** @param {Step} step */
function checksumOf({ checksum, isWrong }) {
  if (checksum === undefined) return {};
  return isWrong ? { [`Checksum${checksum}`]: digest(checksum, 'something else') } : { ChecksumAlgorithm: checksum };
}

/** @param {Memory['uploads'][number] | undefined} upload @param {Step} step */
function completion(upload, { parts: which, size, withChecksums }) {
  const all = [...(upload?.parts ?? [])].sort(([one], [other]) => one - other);
  const chosen = { first: all.slice(0, 1), none: [], reversed: all.toReversed() }[String(which)] ?? all;
  const Parts = chosen.map(([PartNumber, { bytes: _, ETag, ...checksums }]) => ({
    PartNumber,
    ETag,
    ...(withChecksums && checksums),
  }));
  if (which === 'strange') Parts.push({ PartNumber: 9, ETag: STRANGE_ETAG });
  const bytes = chosen.reduce((sum, [, part]) => sum + part.bytes, size === 'wrong' ? 1 : 0);
  return { MultipartUpload: { Parts }, ...(size && { MpuObjectSize: bytes }) };
}

/**
 * @param {string} algorithm
 * @param {string} text
 */
function digest(algorithm, text) {
  if (algorithm !== 'CRC32') return createHash(algorithm.toLowerCase()).update(text).digest('base64');
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64');
}

const STRANGE_ETAG = '"0123456789abcdef0123456789abcdef"';
