/** @import { Step } from './requests.js' */

/**
 * Deviations of versitygw 1.8.0 from S3, as far as these requests show them. Where S3's documentation is silent, the servers
 * may differ.
 *
 * @param {Step} step
 * @param {Record<string, any>} ours
 * @param {Record<string, any>} theirs
 * @returns {boolean} Whether the answers are the same except for deviations.
 */
export function agree(step, ours, theirs) {
  if (ours.status >= 400 && (theirs.status >= 400 || theirs.status === 0)) return refuseAlike(step, ours, theirs);
  // S3 may or may not know an upload that was completed before; the embedded server does while the object exists.
  if (step.name === 'complete' && ours.code === 'NoSuchUpload' && theirs.status === 200) return true;
  // It omits version and checksum from a repeated completion.
  const isStated = (/** @type {string} */ field) => field in theirs || !/^(VersionId|Checksum.*)$/.test(field);
  const stated = Object.entries(ours).filter(([field]) => step.name !== 'complete' || isStated(field));
  return canonical(step, Object.fromEntries(stated)) === canonical(step, theirs);
}

/**
 * Whether versitygw accepts what S3 refuses, or the other way round, so that later answers cannot be compared.
 *
 * @param {Step} step
 * @param {Record<string, any>} ours
 * @param {Record<string, any>} theirs
 * @returns {boolean}
 */
export function part({ name, condition, parts, withChecksums }, ours, theirs) {
  // For conditions, a delete marker exists, with the ETag of the object below it. In S3 it does not.
  const isWrite = name === 'put' || name === 'complete';
  if (isWrite && condition === 'absent' && ours.status === 200 && theirs.code === 'PreconditionFailed') return true;
  if (isWrite && condition !== 'absent' && ours.code === 'NoSuchKey' && theirs.status === 200) return true;
  // Not documented: whether a checksum of the whole object requires those of the parts, and whether a repeated completion
  // has to list the same parts.
  const isTaken = name === 'complete' && ours.status === 200;
  return (
    isTaken && ((!withChecksums && theirs.code === 'InvalidRequest') || (parts === 'strange' && theirs.status === 400))
  );
}

/** @param {Step} step */
function isCopy({ name }) {
  return name === 'copy' || name === 'partCopy';
}

/**
 * A request may have several errors, and it is not documented which one is reported.
 *
 * @param {Step} step
 * @param {Record<string, any>} ours
 * @param {Record<string, any>} theirs
 */
function refuseAlike(step, ours, theirs) {
  if (ours.status === theirs.status && ours.code === theirs.code) return true;
  // It refuses a large body unread and closes the connection, so that a client may miss the answer.
  if (theirs.status === 0) return step.name === 'part' && /ECONNRESET|EPIPE/.test(theirs.code);
  // It checks conditions before the body and the list of parts.
  const isCondition = ['NoSuchKey', 'PreconditionFailed'].includes(theirs.code) && step.condition !== undefined;
  // For a copy of a missing object it reports a missing version, though none was requested.
  if (isCopy(step) && ours.code === 'NoSuchKey' && theirs.code === 'NoSuchVersion') return true;
  // The current version is a delete marker.
  if (step.name.startsWith('tag') && ours.code === 'NoSuchKey' && theirs.code === 'MethodNotAllowed') return true;
  if (ours.code === 'NoSuchKey' && theirs.code === 'PreconditionFailed') return ['put', 'complete'].includes(step.name);
  const isList = step.name === 'complete' && ours.status === 400 && theirs.status === 400;
  return (isCondition && ours.status === 400) || isList;
}

/**
 * @param {Step} step
 * @param {Record<string, any>} answer
 */
function canonical({ name, version }, answer) {
  const fields = structuredClone(answer);
  for (const field of OTHERWISE[name] ?? []) delete fields[field];
  // S3 lists several uploads of one key in the order in which they began, versitygw in any order.
  if (name === 'uploads') fields.Uploads = fields.Uploads?.map((/** @type {any} */ { Key }) => Key);
  // S3 names the version of tags even if the request does not; tags have no order.
  if (name.startsWith('tag') && version === undefined) delete fields.VersionId;
  fields.TagSet?.sort((/** @type {any} */ one, /** @type {any} */ other) => (one.Key < other.Key ? -1 : 1));
  // It is not documented whether a range of the whole object has its checksum.
  const isRange = fields.ContentRange !== undefined;
  // The embedded server does not add S3's default checksum if the client sends none.
  const isAdded = fields.ChecksumCRC64NVME !== undefined;
  for (const field of Object.keys(fields)) {
    if (/^Checksum/.test(field) && (isRange || isAdded)) delete fields[field];
    // It is not documented whether the last page names its end.
    if (/^Next.*Marker$/.test(field) && !fields.IsTruncated) delete fields[field];
  }
  return JSON.stringify(fields, (field, value) => {
    if (value === '' || value === null || UNSPECIFIED.has(field)) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) return value;
    const { ChecksumAlgorithm, ChecksumType, ...others } = value;
    const { ChecksumCRC64NVME, ...without } = others;
    const isAdded = ChecksumCRC64NVME !== undefined || ChecksumAlgorithm?.includes('CRC64NVME');
    const known = isAdded ? without : value;
    return Object.fromEntries(Object.entries(known).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** Owners and continuation markers have different forms on each server. */
const UNSPECIFIED = new Set(['Owner', 'Initiator', 'NextContinuationToken', 'NextUploadIdMarker']);

/** @type {Record<string, string[]>} */
const OTHERWISE = {
  // S3 has the size only after an append.
  put: ['Size'],
  // S3 names the copied version even if the request does not.
  copy: ['CopySourceVersionId'],
  partCopy: ['CopySourceVersionId'],
  // S3 omits the storage class STANDARD.
  get: ['StorageClass'],
  head: ['StorageClass'],
  // The location has the server's own address.
  complete: ['Location'],
  // S3 returns a continuation token only if there was one.
  list: ['ContinuationToken'],
  // "null" for an upload without checksums.
  parts: ['ChecksumAlgorithm', 'ChecksumType'],
  // A page that is exactly full counts as truncated.
  versions: ['IsTruncated', 'NextKeyMarker', 'NextVersionIdMarker'],
};
