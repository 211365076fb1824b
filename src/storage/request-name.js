import { printable } from '../printable.js';

/**
 * @param {{ input?: { Bucket?: string, Key?: string, Prefix?: string } }} command Of S3's client.
 * @returns {string} The address that it is about; escaped.
 */
export function requestName({ input: { Bucket = '', Key, Prefix = '' } = {} }) {
  return `s3://${printable(`${Bucket}/${Key ?? Prefix}`)}`;
}
