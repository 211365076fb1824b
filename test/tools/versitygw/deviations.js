/** @import { Step } from './requests.js' */

/**
 * What versitygw 1.8.0 does otherwise than S3, as far as our requests come across it. Where the documentation of S3 does
 * not decide, neither of two servers is held to the other.
 *
 * @param {Step} step
 * @param {Record<string, any>} ours
 * @param {Record<string, any>} theirs
 * @returns {boolean} Whether the answers say the same but for that.
 */
export function agree(step, ours, theirs) {
  if (ours.status >= 400 && (theirs.status >= 400 || theirs.status === 0)) return refuseAlike(step, ours, theirs);
  // S3 may or may not know an upload that was completed before; ours does while the object is there.
  if (step.name === 'complete' && ours.code === 'NoSuchUpload' && theirs.status === 200) return true;
  // It names neither the version nor the checksum again where a completion is repeated.
  const isSaid = (/** @type {string} */ field) => field in theirs || !/^(VersionId|Checksum.*)$/.test(field);
  const said = Object.entries(ours).filter(([field]) => step.name !== 'complete' || isSaid(field));
  return canonical(step, Object.fromEntries(said)) === canonical(step, theirs);
}

/**
 * Where versitygw does what S3 refuses, or the other way round, so that nothing that follows can be compared.
 *
 * @param {Step} step
 * @param {Record<string, any>} ours
 * @param {Record<string, any>} theirs
 * @returns {boolean}
 */
export function part({ name, condition, parts, withChecksums }, ours, theirs) {
  // A delete marker has the ETag of the object that it stands over, and is there, as far as conditions go. In S3 it is not.
  const isWrite = name === 'put' || name === 'complete';
  if (isWrite && condition === 'absent' && ours.status === 200 && theirs.code === 'PreconditionFailed') return true;
  if (isWrite && condition !== 'absent' && ours.code === 'NoSuchKey' && theirs.status === 200) return true;
  // Not documented: whether a checksum of the whole object asks for those of the parts, and whether a completion that is
  // repeated has to list the same parts.
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
 * A request may be wrong in several ways, and which of them is named is not documented.
 *
 * @param {Step} step
 * @param {Record<string, any>} ours
 * @param {Record<string, any>} theirs
 */
function refuseAlike(step, ours, theirs) {
  if (ours.status === theirs.status && ours.code === theirs.code) return true;
  // It refuses a large body before it has read it, and closes the connection, at which a client may miss the answer.
  if (theirs.status === 0) return step.name === 'part' && /ECONNRESET|EPIPE/.test(theirs.code);
  // Conditions are looked at before the body and the list of parts.
  const isCondition = ['NoSuchKey', 'PreconditionFailed'].includes(theirs.code) && step.condition !== undefined;
  // A copy of a missing object: it says that a version is missing, though none was asked for.
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
  // Of several uploads of one key S3 lists the one first that was begun first, versitygw any.
  if (name === 'uploads') fields.Uploads = fields.Uploads?.map((/** @type {any} */ { Key }) => Key);
  // S3 names the version that tags belong to, also where the request does not; and tags are in no order.
  if (name.startsWith('tag') && version === undefined) delete fields.VersionId;
  fields.TagSet?.sort((/** @type {any} */ one, /** @type {any} */ other) => (one.Key < other.Key ? -1 : 1));
  // Where a range is the whole object, it is not documented whether its checksum comes along.
  const isRange = fields.ContentRange !== undefined;
  // Our server does not know the checksum that S3 adds where the client sends none.
  const isAdded = fields.ChecksumCRC64NVME !== undefined;
  for (const field of Object.keys(fields)) {
    if (/^Checksum/.test(field) && (isRange || isAdded)) delete fields[field];
    // Where a page is the last one, it is not documented whether its end is named.
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

/** Who somebody is, and where the next page begins, has another form on each server. */
const UNSPECIFIED = new Set(['Owner', 'Initiator', 'NextContinuationToken', 'NextUploadIdMarker']);

/** @type {Record<string, string[]>} */
const OTHERWISE = {
  // S3 has the size only where something was appended.
  put: ['Size'],
  // S3 names the version that was copied, also where the request does not.
  copy: ['CopySourceVersionId'],
  partCopy: ['CopySourceVersionId'],
  // S3 leaves out the storage class where it is STANDARD.
  get: ['StorageClass'],
  head: ['StorageClass'],
  // Where the object is has the server's own address in it.
  complete: ['Location'],
  // S3 gives a continuation token only where there was one.
  list: ['ContinuationToken'],
  // "null" for an upload without checksums.
  parts: ['ChecksumAlgorithm', 'ChecksumType'],
  // A page that is just full counts as truncated.
  versions: ['IsTruncated', 'NextKeyMarker', 'NextVersionIdMarker'],
};
