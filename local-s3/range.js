import { notImplemented, S3Error } from './s3-error.js';

/**
 * @param {string | string[] | undefined} header `x-amz-copy-source-range`, which must have both ends.
 * @param {number} size The source's size in bytes.
 * @returns {{ start: number, end: number }} Bytes [start, end); all of them without a header.
 */
export function parseCopyRange(header, size) {
  if (header === undefined) return { start: 0, end: size };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(String(header)) ?? [];
  if (first === undefined || last === undefined || Number(last) < Number(first)) {
    throw new S3Error(
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
      { details: { ArgumentName: 'x-amz-copy-source-range', ArgumentValue: String(header) } },
    );
  }
  if (Number(last) >= size) {
    throw new S3Error('InvalidArgument', `Range specified is not valid for source object of size: ${size}`);
  }
  return { start: Number(first), end: Number(last) + 1 };
}

/**
 * @param {string | undefined} header The `Range` header.
 * @param {number} size The object's size in bytes.
 * @returns {{ start: number, end: number } | null} Bytes [start, end). null for the whole object, also if the header is not a
 *   range of bytes (RFC 9110, section 14.2).
 */
export function parseRange(header, size) {
  if (header === undefined) return null;
  if (/^bytes=.*,/.test(header)) throw notImplemented('several ranges in one request');
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (start >= end) {
    throw new S3Error('InvalidRange', undefined, {
      details: { RangeRequested: header, ActualObjectSize: size },
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  return { start, end };
}
