import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { secretsClientFactory } from '../../src/lambda/read-secret.js';

/** @import { TestContext } from 'node:test' */

export const SECRET_ARN = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:sluice/hash-key-AbC123';

/**
 * Answers `GetSecretValue` as a test sets it, in the protocol of Secrets Manager (JSON 1.1), and records the requests.
 *
 * @param {TestContext} t
 */
export async function startSecrets(t) {
  /** @type {{ target: string, region: string, body: any }[]} */
  const requests = [];
  /** @type {SecretsAnswer} */
  let answer = () => ({ SecretString: 'key' });
  const server = createServer(async (request, response) => {
    const { authorization = '', 'x-amz-target': target } = request.headers;
    requests.push({
      target: String(target),
      region: authorization.split('/')[2],
      body: JSON.parse(await text(request)),
    });
    const { status = 200, raw, ...value } = answer(requests.length);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(raw ?? JSON.stringify(value));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const endpoint = `http://127.0.0.1:${port}`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  t.after(() => server.listening && close());
  return {
    requests,
    endpoint,
    close,
    secrets: secretsClientFactory({
      endpoint,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      maxAttempts: 2,
      // A busy machine may be slower to answer than AWS.
      requestHandler: { connectionTimeout: 120_000, requestTimeout: 120_000, throwOnRequestTimeout: true },
    }),
    /** @param {SecretsAnswer} how From now on. */
    answerWith(how) {
      answer = how;
    },
  };
}

/**
 * @typedef {(count: number) => { status?: number, raw?: string, [member: string]: unknown }} SecretsAnswer `count`: of the
 *   requests so far.
 */

/** @param {string} name @param {string} message @param {number} [status] @returns {SecretsAnswer} */
export function refusal(name, message, status = 400) {
  return () => ({ status, __type: name, Message: message });
}
