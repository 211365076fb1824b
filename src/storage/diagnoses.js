import { printable } from '../printable.js';
import { notedPermission } from './s3-permission.js';

/** @import { Diagnosis } from './diagnose.js' */

/**
 * Of S3, the network and the file system.
 *
 * @type {Diagnosis[]}
 */
export const DIAGNOSES = [
  { code: 'storage/no-such-bucket', names: ['NoSuchBucket'], reason: 'the bucket does not exist; check its name' },
  {
    code: 'storage/not-found',
    names: ['NoSuchKey', 'NoSuchVersion', 'NotFound', 'ENOENT'],
    statuses: [404],
    reason: 'there is nothing under this name; check its spelling, and that it was not deleted or moved',
  },
  {
    code: 'storage/not-found',
    names: ['MethodNotAllowed'],
    statuses: [405],
    reason: 'this version is a delete marker; name another one',
  },
  {
    code: 'storage/access-denied',
    names: ['AccessDenied', 'Forbidden', 'AllAccessDisabled'],
    reason: denied,
  },
  {
    code: 'storage/access-denied',
    names: ['EACCES', 'EPERM', 'EROFS'],
    reason: 'access denied; check owner and permissions, and that the disk is not mounted read-only',
  },
  {
    code: 'storage/no-credentials',
    names: ['CredentialsProviderError', 'TokenProviderError'],
    reason: 'no AWS credentials were found; sign in, or set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  },
  {
    code: 'storage/no-credentials',
    names: ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken', 'InvalidToken', 'RequestTimeTooSkewed'],
    reason: 'S3 refuses the AWS credentials; sign in again, and check the clock',
  },
  {
    code: 'storage/wrong-region',
    names: ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'],
    statuses: [301],
    reason: 'the bucket is in another region; set AWS_REGION to that one',
  },
  {
    code: 'storage/archived',
    names: ['InvalidObjectState'],
    reason: 'the object is in an archive tier (Glacier); restore it first',
  },
  // After the other names that come with a 403.
  { code: 'storage/access-denied', names: [], statuses: [403], reason: denied },
  {
    code: 'storage/conflict',
    names: ['PreconditionFailed', 'ConditionalRequestConflict'],
    statuses: [409, 412],
    reason: 'somebody else changed it at the same time; run the job again',
  },
  {
    code: 'storage/unavailable',
    names: ['SlowDown', 'ServiceUnavailable', 'InternalError'],
    statuses: [429, 500, 502, 503, 504],
    reason: 'the storage is overloaded or out of order; try again later',
  },
  {
    code: 'storage/unreachable',
    names: [
      ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
      ...['ENETUNREACH', 'TimeoutError', 'RequestTimeout', 'ERR_STREAM_PREMATURE_CLOSE'],
    ],
    reason: 'the storage cannot be reached, or the connection broke; check network, endpoint and region',
  },
  { code: 'storage/disk-full', names: ['ENOSPC', 'EDQUOT'], reason: 'the disk (or the quota) is full; make room' },
  {
    code: 'storage/name-in-the-way',
    names: ['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY'],
    reason:
      'a file stands where a folder is needed, or a folder where a file is; move it away, or delete it if it is an earlier output',
  },
  {
    code: 'storage/too-many-files',
    names: ['EMFILE', 'ENFILE'],
    reason: 'too many files are open; raise the limit (ulimit -n)',
  },
  {
    code: 'limit/name-length',
    names: ['KeyTooLongError', 'ENAMETOOLONG'],
    reason: 'the name is too long (limit: 1,024 bytes for a key, usually 255 for each part of a path)',
  },
  {
    code: 'limit/object-size',
    names: ['EntityTooLarge', 'EFBIG'],
    reason: 'it is larger than the storage takes as one object',
  },
];

/**
 * @param {unknown} error
 * @returns {string} The permission to allow, if the request is known.
 */
function denied(error) {
  const permission = notedPermission(error);
  if (permission === undefined) return ACCESS_DENIED;
  const { actions, resource, expectedOwner } = permission;
  const [bucket] = resource.split('/');
  return [
    `access denied; allow ${actions.join(' and ')} on ${printable(resource)}`,
    ...(/^s3:GetObject(Version)?$/.test(actions[0])
      ? [`without s3:ListBucket on ${bucket}, this is said of a missing object too`]
      : []),
    ...(expectedOwner === undefined
      ? []
      : [
          `if ${bucket} does not belong to account ${expectedOwner} (SLUICE_EXPECTED_BUCKET_OWNER), S3 refuses it whatever ` +
            'IAM allows',
        ]),
  ].join('; ');
}

const ACCESS_DENIED =
  'access denied; check the permissions (a role without s3:ListBucket is told this about a missing object too, ' +
  'and a version needs s3:GetObjectVersion)';
