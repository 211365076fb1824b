import { httpStatus } from './http-status.js';

/**
 * Our code and the reason for errors of an AWS client. `names`: the service's error codes as reported by the SDK, the SDK's own
 * error names, and Node's error codes.
 *
 * @typedef {{ code: string, names: string[], statuses?: number[], reason: string | ((error: unknown) => string) }} Diagnosis
 */

/**
 * @param {unknown} error Of an AWS client, the network or the file system.
 * @param {Diagnosis[]} diagnoses The first that fits counts. If no name fits, the HTTP status decides: the response to a HEAD has no
 *   body, so its error has no name other than `NotFound`.
 * @returns {{ code: string, reason: string } | null} null for an error that is not among them.
 */
export function diagnose(error, diagnoses) {
  /** @type {{ name?: string, code?: string }} */
  const { name = '', code = '' } = Object(error);
  const status = httpStatus(error);
  const found =
    diagnoses.find(({ names }) => names.includes(name) || names.includes(code)) ??
    diagnoses.find(({ statuses }) => statuses?.includes(status));
  if (found === undefined) return null;
  const { reason } = found;
  return { code: found.code, reason: typeof reason === 'string' ? reason : reason(error) };
}
