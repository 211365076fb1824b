/** An error to send as S3 does. `details` become elements of the error document, `headers` go into the response. */
export class S3Error extends Error {
  /**
   * @param {string} code One of S3's error codes, such as `NoSuchKey`.
   * @param {string} [message]
   * @param {{ details?: Record<string, string | number>, headers?: Record<string, string>, status?: number }} [extra]
   */
  constructor(code, message, extra = {}) {
    super(message ?? MESSAGES.get(code) ?? code);
    this.name = 'S3Error';
    this.code = code;
    this.status = extra.status ?? STATUSES.get(code) ?? 400;
    this.details = extra.details ?? {};
    this.headers = extra.headers ?? {};
  }
}

/**
 * @param {string} what What was requested, so that a log shows what is missing here.
 * @returns {S3Error}
 */
export function notImplemented(what) {
  return new S3Error('NotImplemented', `This server does not implement ${what}`);
}

// The codes with a status other than 400. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
const STATUSES = new Map([
  ['AccessDenied', 403],
  ['BucketAlreadyOwnedByYou', 409],
  ['ConditionalRequestConflict', 409],
  ['InternalError', 500],
  ['InvalidAccessKeyId', 403],
  ['InvalidChunkSizeError', 403],
  ['InvalidRange', 416],
  ['MethodNotAllowed', 405],
  ['MissingContentLength', 411],
  ['NoSuchBucket', 404],
  ['NoSuchKey', 404],
  ['NoSuchUpload', 404],
  ['NoSuchVersion', 404],
  ['NotImplemented', 501],
  ['NotModified', 304],
  ['PreconditionFailed', 412],
  ['RequestTimeTooSkewed', 403],
  ['ServiceUnavailable', 503],
  ['SignatureDoesNotMatch', 403],
  ['SlowDown', 503],
]);

const MESSAGES = new Map([
  ['AccessDenied', 'Access Denied'],
  ['BadDigest', 'A checksum that was sent did not match the one that was calculated'],
  ['BucketAlreadyOwnedByYou', 'You already own a bucket of this name'],
  ['EntityTooSmall', 'A part other than the last one is smaller than 5 MiB'],
  ['IncompleteBody', 'The body is shorter or longer than its headers say'],
  ['InternalError', 'We encountered an internal error. Please try again.'],
  ['InvalidAccessKeyId', 'This access key id is not known here'],
  ['InvalidPart', 'A part in the list was not uploaded, or its ETag or checksum is another one'],
  ['InvalidPartOrder', 'The list of parts is not in ascending order'],
  ['InvalidRange', 'The range that was asked for lies outside the object'],
  ['KeyTooLongError', 'The key is longer than 1024 bytes'],
  ['MalformedXML', 'The XML of the request is not well formed or not what this operation takes'],
  ['MethodNotAllowed', 'This method is not allowed on this resource'],
  ['MissingContentLength', 'The Content-Length header is missing'],
  ['NoSuchBucket', 'The bucket does not exist'],
  ['NoSuchKey', 'The key does not exist'],
  ['NoSuchUpload', 'The upload does not exist; it may have been completed or aborted'],
  ['NoSuchVersion', 'The version does not exist'],
  ['PreconditionFailed', 'At least one of the preconditions did not hold'],
  ['ServiceUnavailable', 'Please try again'],
  ['SignatureDoesNotMatch', 'The calculated signature is not the one that was sent; check the secret key'],
  ['SlowDown', 'Please reduce your request rate'],
]);
