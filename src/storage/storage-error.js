import { LimitError, SluiceError, StorageError } from '../errors.js';
import { printable } from '../printable.js';
import { DIAGNOSES } from './diagnoses.js';

/**
 * Turns an error of S3 (through the SDK), the network or the file system into a SluiceError. A SluiceError is returned
 * unchanged.
 *
 * @param {unknown} error
 * @param {string} doing What was attempted, with names escaped: `read s3://bucket/key`.
 * @returns {SluiceError} A StorageError (`storage/…`) with `cause`, or a LimitError if no retry would help.
 */
export function toStorageError(error, doing) {
  if (error instanceof SluiceError) return error;
  const { code, reason } = diagnose(error);
  const Kind = code.startsWith('limit/') ? LimitError : StorageError;
  return new Kind(code, `cannot ${doing}: ${reason}`, { cause: error });
}

/**
 * @param {unknown} error
 * @returns {number} The HTTP status of S3's answer, or 0 without an answer.
 */
export function httpStatus(error) {
  return /** @type {any} */ (error)?.$metadata?.httpStatusCode ?? 0;
}

/** @param {unknown} error */
function diagnose(error) {
  /** @type {{ name?: string, code?: string, message?: string }} */
  const { name = '', code = '', message = String(error) } = Object(error);
  const status = httpStatus(error);
  if (message === 'Region is missing') {
    return {
      code: 'storage/no-region',
      reason: 'no AWS region is configured; set AWS_REGION (or a profile that has a region)',
    };
  }
  const original = printable([status || '', name === 'Error' ? '' : name, message].filter(Boolean).join(' '));
  const found =
    DIAGNOSES.find(({ names }) => names.includes(name) || names.includes(code)) ??
    DIAGNOSES.find(({ statuses }) => statuses?.includes(status));
  if (found === undefined) return { code: 'storage/failed', reason: original };
  const reason = typeof found.reason === 'string' ? found.reason : found.reason(error);
  return { code: found.code, reason: `${reason} (${original})` };
}
