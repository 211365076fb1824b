import { createHmac } from 'node:crypto';
import { SIGNED_IN_VERSION_2 } from './presigned.js';
import { S3Error } from './s3-error.js';
import { sameText } from './same-text.js';

/**
 * Checks a link signed with Signature Version 2, as `aws s3 presign` of AWS CLI v1 creates it for us-east-1.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTAuthentication.html
 *
 * @param {import('./request.js').Target} request
 * @param {{ accessKeyId: string, secretAccessKey: string }} credentials
 * @returns {import('./signature.js').Authorization}
 */
export function checkSignatureV2(request, { accessKeyId, secretAccessKey }) {
  const { query } = request;
  const [id, signature, expires] = ['AWSAccessKeyId', 'Signature', 'Expires'].map(name => query.get(name));
  if (id === undefined || signature === undefined || expires === undefined) {
    throw new S3Error(
      'AccessDenied',
      'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters',
    );
  }
  if (id !== accessKeyId) throw new S3Error('InvalidAccessKeyId');
  if (!/^\d+$/.test(expires))
    throw new S3Error('AccessDenied', `Invalid date (should be seconds since epoch): ${expires}`);
  if (Date.now() > Number(expires) * 1000) throw new S3Error('AccessDenied', 'Request has expired');
  const expected = createHmac('sha1', secretAccessKey)
    .update(stringToSign(request, expires), 'latin1')
    .digest('base64');
  if (!sameText(expected, signature)) throw new S3Error('SignatureDoesNotMatch');
  return {
    payload: 'UNSIGNED-PAYLOAD',
    region: 'us-east-1',
    signature,
    signChunk: () => {
      throw new S3Error('SignatureDoesNotMatch');
    },
  };
}

/**
 * @param {import('./request.js').Target} request
 * @param {string} expires
 */
function stringToSign({ method, rawPath, query, headers }, expires) {
  const value = (/** @type {string} */ name) => String(query.get(name) ?? headers[name] ?? '').trim();
  const names = [...Object.keys(headers), ...query.keys()].filter(name => name.startsWith('x-amz-'));
  const amazon = [...new Set(names)].sort().map(name => `${name}:${value(name)}\n`);
  const parameters = [...query]
    .filter(([name]) => SIGNED_PARAMETERS.test(name))
    .map(([name, text]) => (text === '' ? name : `${name}=${text}`))
    .sort();
  const resource = rawPath + (parameters.length > 0 ? `?${parameters.join('&')}` : '');
  const [type, md5] = SIGNED_IN_VERSION_2.map(value);
  return `${[method, md5, type, expires].join('\n')}\n${amazon.join('')}${resource}`;
}

const SIGNED_PARAMETERS =
  /^(acl|delete|lifecycle|location|logging|notification|partNumber|policy|requestPayment|response-[a-z-]+|tagging|torrent|uploadId|uploads|versionId|versioning|versions|website)$/;
