import { printable } from '../printable.js';
import { isName } from './event-values.js';

/** @import { SQSClient, SQSClientConfig } from '@aws-sdk/client-sqs' */

/**
 * Makes messages of a queue visible again within seconds, so that their jobs resume. Otherwise a message that failed
 * stays invisible until the queue's visibility timeout is over: good after a fault, a waste for a job that only ran out
 * of time.
 *
 * @param {unknown} event The SQS batch that invoked the function.
 * @param {ReadonlySet<string>} messageIds The messages to make visible.
 * @param {object} how
 * @param {(region: string) => Promise<SQSClient>} how.sqs
 * @param {number} how.timeoutMs For all of it.
 * @returns {Promise<{ messageIds: string[], reason: string }[]>} Messages that stay invisible until the visibility timeout,
 *   and why. Never rejects.
 */
export async function redeliverSoon(event, messageIds, { sqs, timeoutMs }) {
  const batches = batchesIn(event, messageIds);
  if (batches.length === 0) return [];
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error(`no answer within ${Math.round(timeoutMs)} ms`)), timeoutMs);
  /** @type {Promise<never>} */
  const timedOut = new Promise((_, reject) => {
    timeout.signal.addEventListener('abort', () => reject(timeout.signal.reason));
  });
  try {
    const failures = await Promise.all(
      batches.map(batch =>
        // The signal aborts the request, but not the steps before it, such as a search for credentials.
        Promise.race([changeVisibility(batch, sqs, timeout.signal), timedOut]).catch(error => [
          failureOf(batch, error),
        ]),
      ),
    );
    return failures.flat();
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes the clients for `redeliverSoon`, one for each region. The SDK is loaded with the first one: few invocations
 * pause, and the others should not start slower for it.
 *
 * @param {SQSClientConfig} [settings] Override ours.
 * @returns {(region: string) => Promise<SQSClient>}
 */
export function sqsClientFactory(settings) {
  /** @type {Map<string, Promise<SQSClient>>} */
  const clients = new Map();
  return region => {
    const client = clients.get(region) ?? createClient({ ...SETTINGS, region, ...settings });
    clients.set(region, client);
    return client;
  };
}

/** @param {SQSClientConfig} settings */
async function createClient(settings) {
  const { SQSClient } = await import('@aws-sdk/client-sqs');
  return new SQSClient(settings);
}

/**
 * @param {unknown} event
 * @param {ReadonlySet<string>} messageIds
 * @returns {Batch[]} One for each request. Messages without a receipt or a queue, as in an event made by hand, are left
 *   out, and so are those of another queue than the first: Lambda never mixes queues, and each would take a client of its own.
 */
function batchesIn(event, messageIds) {
  if (messageIds.size === 0) return [];
  const { Records = [] } = /** @type {{ Records?: any[] }} */ (event);
  const messages = Records.filter(
    ({ messageId, receiptHandle, eventSourceARN }) =>
      messageIds.has(messageId) && isName(receiptHandle) && isName(eventSourceARN) && QUEUE_ARN.test(eventSourceARN),
  );
  const queueArn = messages[0]?.eventSourceARN;
  const inQueue = messages.filter(({ eventSourceARN }) => eventSourceARN === queueArn);
  return Array.from({ length: Math.ceil(inQueue.length / MAX_BATCH) }, (_, index) => ({
    queueArn,
    messages: inQueue.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH),
  }));
}

/** @typedef {{ queueArn: string, messages: { messageId: string, receiptHandle: string }[] }} Batch */

/**
 * @param {Batch} batch
 * @param {(region: string) => Promise<SQSClient>} sqs
 * @param {AbortSignal} abortSignal
 */
async function changeVisibility({ queueArn, messages }, sqs, abortSignal) {
  const [, region, account, name] = QUEUE_ARN.exec(queueArn) ?? [];
  const client = await sqs(region);
  const { ChangeMessageVisibilityBatchCommand } = await import('@aws-sdk/client-sqs');
  const command = new ChangeMessageVisibilityBatchCommand({
    // The SDK knows each partition's domain, such as China's.
    QueueUrl: new URL(`/${account}/${name}`, client.config.endpointProvider({ Region: region }).url).href,
    Entries: messages.map(({ receiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: DELAY_SECONDS,
    })),
  });
  const { Failed = [] } = await client.send(command, { abortSignal });
  return Failed.map(({ Id, Code, Message }) =>
    failureOf({ queueArn, messages: [messages[Number(Id)]] }, { name: Code, message: Message }),
  );
}

/** @param {Batch} batch @param {any} error */
function failureOf({ queueArn, messages }, error) {
  const { name, message } = Object(error);
  const isDenied = /^AccessDenied/.test(name) || error?.$metadata?.httpStatusCode === 403;
  const cure = isDenied ? `; allow sqs:ChangeMessageVisibility on ${queueArn}` : '';
  return {
    messageIds: messages.map(({ messageId }) => messageId),
    reason: printable(`${name}: ${message}${cure}`),
  };
}

/** Lets Lambda end this invocation first, so that no message is processed twice concurrently. */
const DELAY_SECONDS = 5;
/** The limit of SQS. */
const MAX_BATCH = 10;
const QUEUE_ARN = /^arn:[\w-]+:sqs:([\w-]+):(\d+):([\w.-]+)$/;

/** @type {SQSClientConfig} */
const SETTINGS = {
  // Otherwise the queue's URL overrides AWS_ENDPOINT_URL.
  useQueueUrlAsEndpoint: false,
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 1_500, throwOnRequestTimeout: true },
};
