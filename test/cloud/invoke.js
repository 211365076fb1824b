import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { REGION } from './aws.js';
import { RESULT } from './result.js';

/** @import { Cloud, Stack } from './stack.js' */

/**
 * What came of one event. `lines` is what the function logged.
 *
 * @typedef {{ answer: any, error: string | null, lines: any[] }} Invocation
 */

/**
 * Starts a process with the package, the settings that the function was deployed with, and its role's credentials.
 *
 * @param {Cloud} cloud
 * @param {Stack} stack
 * @returns {{ invoke: (event: unknown) => Promise<Invocation>, end: () => Promise<void> }} `invoke`: one event at a time.
 */
export function startFunction({ aws, handler, compiled }, { configuration, credentials }) {
  const child = spawn(process.execPath, [PROGRAM, handler], {
    env: {
      NODE_COMPILE_CACHE: compiled,
      ...configuration.Environment.Variables,
      AWS_REGION: REGION,
      AWS_LAMBDA_FUNCTION_NAME: configuration.FunctionName,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(configuration.MemorySize),
      AWS_ACCESS_KEY_ID: credentials.AccessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.SecretAccessKey,
      AWS_SESSION_TOKEN: credentials.SessionToken,
      AWS_ENDPOINT_URL_S3: aws.endpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.endpoint,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  // If the process has ended, the missing result reports it.
  child.stdin.on('error', () => {});
  const printed = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async invoke(event) {
      child.stdin.write(`${JSON.stringify(event)}\n`);
      const timer = setTimeout(() => child.kill('SIGKILL'), RESULT_MS);
      try {
        const lines = [];
        for (;;) {
          const { value, done } = await printed.next();
          if (done) throw new Error(`the function's process ended with ${(await closed)[0]}: ${lines.at(-1)}`);
          if (value.startsWith(RESULT)) {
            const { answer = null, error = null } = JSON.parse(value.slice(RESULT.length));
            return { answer, error, lines: lines.map(line => JSON.parse(line)) };
          }
          lines.push(value);
        }
      } finally {
        clearTimeout(timer);
      }
    },

    async end() {
      child.stdin.end();
      await closed;
    },
  };
}

/**
 * Invokes the package in a process of its own, which reads its settings, its recipe and its secrets again.
 *
 * @param {Cloud} cloud
 * @param {Stack} stack
 * @param {unknown} event
 * @returns {Promise<Invocation>}
 */
export async function invokeOnce(cloud, stack, event) {
  const { invoke, end } = startFunction(cloud, stack);
  try {
    return await invoke(event);
  } finally {
    await end();
  }
}

/**
 * Takes the events that have arrived for the function, as Lambda does: with its role from its queue, or those that S3
 * invoked it with.
 *
 * @param {Cloud} cloud
 * @param {Stack} stack
 * @returns {Promise<Arrival[]>}
 */
export async function takeArrivals({ aws }, { resources, credentials, invocations }) {
  const [url, taker] = invocations === null ? [resources.ArchiveQueue, credentials] : [invocations, undefined];
  /** @type {Arrival[]} */
  const arrivals = [];
  for (;;) {
    const request = { QueueUrl: url, MaxNumberOfMessages: 1, AttributeNames: ['All'] };
    const { Messages = [] } = await aws.call('sqs', 'receive_message', request, taker);
    if (Messages.length === 0) return arrivals;
    const [message] = Messages;
    const notification = JSON.parse(message.Body);
    arrivals.push({
      event: invocations === null ? { Records: [toRecord(message)] } : notification,
      isTest: notification.Event === 's3:TestEvent',
      object: notification.Records?.[0].s3.object ?? null,
      done: () => aws.call('sqs', 'delete_message', { QueueUrl: url, ReceiptHandle: message.ReceiptHandle }, taker),
    });
  }
}

/**
 * @typedef {object} Arrival
 * @property {any} event What the function is invoked with.
 * @property {boolean} isTest S3 sends a test message when notifications are set up.
 * @property {any} object The object that the event is about, as S3 describes it.
 * @property {() => Promise<void>} done Takes it out of the queue.
 */

/** @param {any} message */
function toRecord({ MessageId, ReceiptHandle, Body, Attributes, MD5OfBody }) {
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes,
    messageAttributes: {},
    md5OfBody: MD5OfBody,
    eventSource: 'aws:sqs',
    awsRegion: REGION,
  };
}

const RESULT_MS = 60_000;
const PROGRAM = fileURLToPath(new URL('function-process.js', import.meta.url));
