import {
  createBucket,
  getBucketVersioning,
  headBucket,
  listBuckets,
  putBucketVersioning,
} from './bucket-operations.js';
import { completeMultipartUpload } from './complete-multipart.js';
import { copyObject } from './copy-object.js';
import { deleteObject, deleteObjects } from './delete-objects.js';
import { getObject, headObject } from './get-object.js';
import { listMultipartUploads, listParts } from './list-multipart.js';
import { listObjectsV2 } from './list-objects.js';
import { listObjectVersions } from './list-versions.js';
import { abortMultipartUpload, createMultipartUpload, uploadPart, uploadPartCopy } from './multipart.js';
import { putObject } from './put-object.js';
import { getObjectTagging, putObjectTagging } from './tags.js';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string | number>} [headers]
 * @property {string} [xml]
 * @property {AsyncIterable<Buffer> & { release(): void }} [body]
 * @property {Pick<Parameters<typeof import('./events.js').objectCreated>[0], 'by' | 'version' | 'versioned'>} [created]
 *   The object to send an event for.
 */
/** @typedef {{ request: import('./request.js').Request, store: import('./store.js').Store }} Context */
/** @typedef {(context: Context) => Promise<Answer>} Operation */

/**
 * The operations by their names in S3's documentation.
 *
 * @type {Map<string, Operation>}
 */
export const OPERATIONS = new Map([
  ['ListBuckets', listBuckets],
  ['CreateBucket', createBucket],
  ['HeadBucket', headBucket],
  ['PutBucketVersioning', putBucketVersioning],
  ['GetBucketVersioning', getBucketVersioning],
  ['ListObjectsV2', listObjectsV2],
  ['ListObjectVersions', listObjectVersions],
  ['PutObject', putObject],
  ['CopyObject', copyObject],
  ['GetObject', getObject],
  ['HeadObject', headObject],
  ['DeleteObject', deleteObject],
  ['DeleteObjects', deleteObjects],
  ['PutObjectTagging', putObjectTagging],
  ['GetObjectTagging', getObjectTagging],
  ['CreateMultipartUpload', createMultipartUpload],
  ['UploadPart', uploadPart],
  ['UploadPartCopy', uploadPartCopy],
  ['CompleteMultipartUpload', completeMultipartUpload],
  ['AbortMultipartUpload', abortMultipartUpload],
  ['ListMultipartUploads', listMultipartUploads],
  ['ListParts', listParts],
]);
