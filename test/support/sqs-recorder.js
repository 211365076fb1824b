import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { sqsClientFactory } from '../../src/lambda/redeliver-soon.js';

/**
 * Records the requests of the SDK's client to SQS, and sends the responses that a test sets. It is not a queue: it holds no
 * messages.
 *
 * @typedef {Awaited<ReturnType<typeof startRecorder>>} Recorder
 *
 * @param {string} [host] Where it listens.
 */
export async function startRecorder(host = '127.0.0.1') {
  /** @type {{ target: string, host: string, region: string, body: any }[]} */
  const requests = [];
  /** @type {Answer} */
  let answer = succeed;
  const server = createServer(async (request, response) => {
    const { host = '', authorization = '', 'x-amz-target': target } = request.headers;
    const body = JSON.parse(await text(request));
    requests.push({ target: String(target), host, region: authorization.split('/')[2], body });
    const answered = answer(body);
    if (answered === null) return;
    const { status = 200, value } = answered;
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(value));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

  const endpoint = `http://${host}:${port}`;

  return {
    endpoint,
    requests,
    sqs: sqsClientFactory({
      endpoint,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      // A busy machine may be slower to answer than SQS.
      requestHandler: { connectionTimeout: 120_000, requestTimeout: 120_000, throwOnRequestTimeout: true },
    }),
    /** Each message and its new visibility timeout, as asked for since the last call. */
    changes: () =>
      requests
        .splice(0)
        .flatMap(({ body }) =>
          body.Entries.map((/** @type {any} */ entry) => [entry.ReceiptHandle, entry.VisibilityTimeout]),
        ),
    /** @param {Answer} how From now on. */
    answerWith(how) {
      answer = how;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @typedef {(body: any) => { status?: number, value: unknown } | null} Answer `null`: none, ever. */

/** @type {Answer} */
export function succeed({ Entries }) {
  return { value: { Successful: Entries.map((/** @type {any} */ { Id }) => ({ Id })) } };
}

/** @type {Answer} As SQS does where the role lacks the permission. */
export function deny() {
  const message = 'User is not authorized to perform: sqs:changemessagevisibility';
  return { status: 403, value: { __type: 'com.amazonaws.sqs#AccessDeniedException', message } };
}

/**
 * A batch of messages as Lambda hands them over, with receipts.
 *
 * @param {{ Records: any[] }} batch
 * @param {string} [queueArn]
 */
export function withReceipts({ Records }, queueArn = QUEUE_ARN) {
  return {
    Records: Records.map(record => ({
      ...record,
      receiptHandle: `receipt of ${record.messageId}`,
      eventSourceARN: queueArn,
    })),
  };
}

export const QUEUE_ARN = 'arn:aws:sqs:eu-central-1:123456789012:archives';
