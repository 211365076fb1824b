import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { LOGICAL_ID } from './build-function.js';

/** @import { Invocation } from '../local-stack/invoke-function.js' */

/**
 * Invokes the function through Lambda's API, as SAM serves it.
 *
 * @param {number} port
 * @param {unknown} event
 * @param {AbortSignal} signal
 * @returns {Promise<Invocation>} For `died`, the cause may be in SAM's output.
 */
export async function invokeOver(port, event, signal) {
  try {
    const { headers, body } = await request(port, { method: 'POST', body: JSON.stringify(event), signal });
    if (body === '') return { kind: 'died', error: null };
    if (headers['x-amz-function-error'] === undefined)
      return { kind: 'returned', error: null, answer: JSON.parse(body) };
    const { errorType, errorMessage } = JSON.parse(body);
    if (errorType === 'Runtime.ExitError') return { kind: 'died', error: errorMessage };
    return { kind: 'threw', error: `${errorType}: ${errorMessage}` };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', error: null };
    return { kind: 'died', error: String(error) };
  }
}

/**
 * Sends a request to SAM. Not with `fetch`, which times out after five minutes.
 *
 * @param {number} port
 * @param {{ method: string, body?: string, signal?: AbortSignal }} what
 * @returns {Promise<{ headers: import('node:http').IncomingHttpHeaders, body: string }>}
 */
export async function request(port, { method, body, signal }) {
  const path = method === 'POST' ? `/2015-03-31/functions/${LOGICAL_ID}/invocations` : '/';
  const sent = httpRequest({ host: HOST, port, path, method, ...(signal && { signal }) });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return { headers: answer.headers, body: await text(answer) };
}

/**
 * @param {string[]} lines SAM's output.
 * @param {string | null} error
 */
export function causeOfDeath(lines, error) {
  const output = [...lines, error].join('\n');
  const late = /timed out after (\d+) seconds/.exec(output);
  if (late !== null) return `timed out after ${late[1]} s`;
  if (/signal: killed/.test(output)) return 'the process was killed: most likely it ran out of memory';
  if (/heap out of memory/.test(output)) return 'the process ended: it ran out of memory';
  return error ?? lines.findLast(line => /error/i.test(line)) ?? 'no answer came';
}

export const HOST = '127.0.0.1';
