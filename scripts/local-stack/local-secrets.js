import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { ACCOUNT } from '../../local-s3/bucket-operations.js';

/**
 * @typedef {object} LocalSecrets
 * @property {string} endpoint
 * @property {string} arn The secret's.
 * @property {() => Promise<void>} close
 */

/**
 * Serves the key for a recipe's hashes to the function, as Secrets Manager does (`GetSecretValue`, JSON 1.1). Signatures are
 * not checked: the secret's name is random, and only the function is told it.
 *
 * @param {Buffer} hashKey
 * @param {{ host: string, region: string }} where
 * @returns {Promise<LocalSecrets>}
 */
export async function startLocalSecrets(hashKey, { host, region }) {
  const arn = `arn:aws:secretsmanager:${region}:${ACCOUNT}:secret:sluice/${randomUUID()}-AbCdEf`;
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    const isRead = request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue' && asksFor(body, arn);
    response.writeHead(isRead ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(isRead ? { ARN: arn, SecretBinary: hashKey.toString('base64') } : NOT_FOUND));
  });
  await once(server.listen(0, host), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { endpoint: `http://${host}:${port}`, arn, close };
}

/**
 * @param {string} body
 * @param {string} arn
 */
function asksFor(body, arn) {
  try {
    return JSON.parse(body).SecretId === arn;
  } catch {
    return false;
  }
}

const NOT_FOUND = { __type: 'ResourceNotFoundException', Message: "Secrets Manager can't find the specified secret." };
