import { pipeline } from 'node:stream/promises';
import { withFault } from './faults.js';
import { S3Error } from './s3-error.js';
import { element, XML_DECLARATION } from './xml.js';

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * Sends an answer. Resolves once it is sent, or the client is gone.
 *
 * @param {object} options
 * @param {import('node:http').IncomingMessage} options.incoming
 * @param {ServerResponse} options.response
 * @param {string} options.requestId
 * @param {import('./operations.js').Answer | S3Error} options.answer
 * @param {import('./faults.js').Fault} options.fault
 */
export async function sendAnswer({ incoming, response, requestId, answer, fault }) {
  const { status, headers, xml, body } =
    answer instanceof S3Error ? describeError(answer, incoming, requestId) : answer;
  const bodiless = incoming.method === 'HEAD' || status === 204 || status === 304;
  const content = body ?? [Buffer.from(bodiless ? '' : (xml ?? ''))];
  response.setHeader('x-amz-request-id', requestId);
  response.setHeader('x-amz-id-2', requestId);
  if (xml !== undefined) response.setHeader('content-type', 'application/xml');
  if (Array.isArray(content) && !bodiless) response.setHeader('content-length', content[0]?.length ?? 0);
  try {
    response.writeHead(status, headers);
    await pipeline(withFault(response, bodiless ? [] : content, fault), response);
  } catch {
    response.destroy();
  }
}

/**
 * @param {S3Error} error
 * @param {import('node:http').IncomingMessage} incoming
 * @param {string} requestId
 * @returns {import('./operations.js').Answer}
 */
function describeError(error, incoming, requestId) {
  const xml = element('Error', [
    element('Code', error.code),
    element('Message', error.message),
    ...Object.entries(error.details).map(([name, value]) => element(name, value)),
    element('Resource', incoming.url?.split('?')[0] ?? ''),
    element('RequestId', requestId),
  ]);
  return { status: error.status, headers: error.headers, xml: XML_DECLARATION + xml };
}
