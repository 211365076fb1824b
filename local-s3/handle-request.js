import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { awaitPreviousAnswer } from './await-previous-answer.js';
import { ACCOUNT } from './bucket-operations.js';
import { objectCreated } from './events.js';
import { cutRequest } from './faults.js';
import { OPERATIONS } from './operations.js';
import { unpackPresigned } from './presigned.js';
import { parseTarget } from './request.js';
import { findOperation } from './route.js';
import { notImplemented, S3Error } from './s3-error.js';
import { sendAnswer } from './send-answer.js';
import { checkSignature } from './signature.js';

/** @typedef {import('./faults.js').Fault} Fault */
/** @typedef {import('./request.js').Request} Request */
/** @typedef {import('./operations.js').Answer} Answer */
/**
 * @typedef {object} Service
 * @property {import('./store.js').Store} store
 * @property {{ accessKeyId: string, secretAccessKey: string }} credentials
 * @property {((event: import('./events.js').S3Event) => void) | undefined} onEvent
 * @property {import('./faults.js').FaultHook | undefined} onRequest
 */

/**
 * Handles a request, including the event that it causes. Never rejects, whatever the client does.
 *
 * @param {Service} service
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} response
 * @param {boolean} expectsContinue Whether the client waits for `100 Continue` before it sends the body.
 */
export async function handleRequest(service, incoming, response, expectsContinue) {
  if (!(await awaitPreviousAnswer(incoming, response))) return;
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  /** @type {Fault} */
  let fault = {};
  let continued = !expectsContinue;

  async function* body() {
    if (!continued) response.writeContinue();
    continued = true;
    const chunks = incoming.iterator({ destroyOnReturn: false });
    yield* cutRequest(chunks, fault.cutRequestAfterBytes, () => incoming.destroy());
  }

  /** @type {Request | null} */
  let request = null;
  /** @type {Answer | S3Error | null} */
  let answer;
  try {
    request = accept(service, incoming, requestId, body);
    fault = await chooseFault(service, request, gone.signal);
    answer = fault.dropConnection ? null : await perform(service, request, fault);
  } catch (error) {
    answer = error instanceof S3Error ? error : new S3Error('InternalError', String(error));
  }

  if (answer === null || fault.loseAnswer) {
    response.destroy();
  } else {
    // A client may send its whole body before it reads the answer. One that still waits for `100 Continue` won't send it.
    if (continued) incoming.resume();
    else response.setHeader('connection', 'close');
    await sendAnswer({ incoming, response, requestId, answer, fault });
  }
  if (answer === null || answer instanceof S3Error || request === null) return;
  answer.body?.release();
  if (answer.created === undefined) return;
  const { bucket, key, authorization } = request;
  const sourceAddress = incoming.socket.remoteAddress ?? '127.0.0.1';
  const { region } = authorization;
  service.onEvent?.(objectCreated({ ...answer.created, bucket, key, region, requestId, sourceAddress }));
}

/**
 * @param {Service} service
 * @param {import('node:http').IncomingMessage} incoming
 * @param {string} requestId
 * @param {Request['body']} body
 * @returns {Request}
 */
function accept(service, incoming, requestId, body) {
  const sent = parseTarget(incoming);
  const authorization = checkSignature(sent, service.credentials);
  const target = unpackPresigned(sent);
  const operation = findOperation(target);
  const owner = target.headers['x-amz-expected-bucket-owner'];
  if (owner !== undefined && owner !== ACCOUNT) throw new S3Error('AccessDenied');
  return { ...target, operation, requestId, authorization, body };
}

/**
 * @param {Service} service
 * @param {Request} request
 * @param {AbortSignal} gone Aborted when the connection is closed.
 * @returns {Promise<Fault>}
 */
async function chooseFault({ onRequest }, { operation, method, bucket, key, query, headers }, gone) {
  if (onRequest === undefined) return {};
  const abandoned = new Promise(resolve => {
    gone.addEventListener('abort', () => resolve({ dropConnection: true }), { once: true });
  });
  const chosen = onRequest({ operation, method, bucket, key, query, headers });
  const fault = (await Promise.race([chosen, abandoned])) ?? {};
  if (fault.stallMs !== undefined) await delay(fault.stallMs, undefined, { signal: gone });
  return fault;
}

/**
 * @param {Service} service
 * @param {Request} request
 * @param {Fault} fault
 * @returns {Promise<Answer>}
 */
async function perform({ store }, request, { status, code = 'InternalError', message }) {
  if (status !== undefined) throw new S3Error(code, message, { status });
  const operation = OPERATIONS.get(request.operation);
  if (operation === undefined) throw notImplemented(request.operation);
  return operation({ request, store });
}
