import { startLocalS3 } from '../../local-s3/server.js';

/**
 * Starts the S3 that tests run against: our own, or another one that the environment names, for which everything that
 * does not look inside the server has to hold as well.
 *
 * @type {typeof startLocalS3}
 */
export async function startS3(options) {
  if (process.env.TEST_S3 !== 'versitygw') return startLocalS3(options);
  const { startVersitygw } = await import('../tools/versitygw/gateway.js');
  return startVersitygw(options);
}
