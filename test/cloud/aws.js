import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { S3Client } from '@aws-sdk/client-s3';
import { PYTHON } from './environment.js';

/**
 * An AWS account on this machine.
 *
 * @typedef {Awaited<ReturnType<typeof startAws>>} Aws
 */

/** @typedef {{ AccessKeyId: string, SecretAccessKey: string, SessionToken?: string }} Credentials */

/** Starts moto, with an administrator who has all permissions. */
export async function startAws() {
  // Its warnings are about the resources that it skips; deviations.py lists them.
  const child = spawn(PYTHON, ['-W', 'ignore', SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  // If the process has ended, the missing answer reports it.
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), ANSWER_MS);
    const { value, done } = await lines.next();
    clearTimeout(timer);
    if (done) throw new Error('moto ended or did not answer; see its output above');
    return JSON.parse(value);
  };
  const { endpoint } = await read();

  /** One request at a time. */
  let queue = Promise.resolve();
  /**
   * @param {string} service As boto3 calls it.
   * @param {string} operation
   * @param {object} [input]
   * @param {Credentials} [credentials] The administrator's, unless given.
   * @returns {Promise<any>}
   * @throws {Error} With the service's `code`.
   */
  const call = (service, operation, input = {}, credentials = administrator) => {
    const asked = queue.then(async () => {
      child.stdin.write(`${JSON.stringify({ service, operation, input, credentials })}\n`);
      const { output, error } = await read();
      if (error) throw Object.assign(new Error(`${service} ${operation}: ${error.Message}`), { code: error.Code });
      return output;
    });
    queue = asked.catch(() => {});
    return asked;
  };

  /** @type {Credentials | undefined} */
  let administrator;
  await call('iam', 'create_user', { UserName: 'administrator' });
  const PolicyDocument = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
  });
  await call('iam', 'put_user_policy', { UserName: 'administrator', PolicyName: 'everything', PolicyDocument });
  administrator = (await call('iam', 'create_access_key', { UserName: 'administrator' })).AccessKey;
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey } = /** @type {Credentials} */ (administrator);
  const s3 = new S3Client({ endpoint, region: REGION, credentials: { accessKeyId, secretAccessKey } });

  return {
    endpoint,
    call,
    s3,

    /**
     * Turns IAM on or off: whether requests that the sender's policies do not allow are refused.
     *
     * @param {boolean} isEnforced
     */
    async enforcePolicies(isEnforced) {
      const count = isEnforced ? '0' : 'inf';
      const { ok } = await fetch(`${endpoint}/moto-api/reset-auth`, { method: 'POST', body: count });
      if (!ok) throw new Error('moto does not take that');
    },

    async close() {
      s3.destroy();
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await closed;
      clearTimeout(timer);
    },
  };
}

const SERVER = fileURLToPath(new URL('serve.py', import.meta.url));
const ANSWER_MS = 60_000;

/** As in serve.py. */
export const REGION = 'eu-central-1';
