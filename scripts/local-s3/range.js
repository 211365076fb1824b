import { notImplemented, S3Error } from './s3-error.js';

/**
 * @param {string | undefined} header The `Range` header.
 * @param {number} size The object's size in bytes.
 * @returns {{ start: number, end: number } | null} Bytes [start, end); null for the whole object, which is also what a
 *   header that is not a range of bytes asks for (RFC 9110, section 14.2).
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
