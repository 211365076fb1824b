import { LimitError, SluiceError, StorageError } from '../errors.js';
import { printable } from '../printable.js';
import { diagnose } from './diagnose.js';
import { DIAGNOSES } from './diagnoses.js';
import { httpStatus } from './http-status.js';

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
  const { code, reason } = describe(error);
  const Kind = code.startsWith('limit/') ? LimitError : StorageError;
  return new Kind(code, `cannot ${doing}: ${reason}`, { cause: error });
}

/**
 * @param {unknown} error
 * @returns {{ code: string, reason: string }}
 */
function describe(error) {
  /** @type {{ name?: string, message?: string }} */
  const { name = '', message = String(error) } = Object(error);
  if (message === 'Region is missing') {
    return {
      code: 'storage/no-region',
      reason: 'no AWS region is configured; set AWS_REGION (or a profile that has a region)',
    };
  }
  const original = printable(
    [httpStatus(error) || '', name === 'Error' ? '' : name, message].filter(Boolean).join(' '),
  );
  const found = diagnose(error, DIAGNOSES);
  if (found === null) return { code: 'storage/failed', reason: original };
  return { code: found.code, reason: `${found.reason} (${original})` };
}
