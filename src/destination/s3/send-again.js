import { setTimeout as delay } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { httpStatus } from '../../storage/http-status.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * Sends a command, and a PutObject again if S3 answers 409, which means that another write to the same key is under way. A
 * multipart upload cannot be completed any more after that answer.
 *
 * @param {S3Client} client
 * @param {any} command
 * @returns {Promise<any>}
 */
export async function sendAgainOnConflict(client, command) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.send(command);
    } catch (error) {
      const isConflict = command instanceof PutObjectCommand && httpStatus(error) === 409;
      if (!isConflict || attempt === MAX_CONFLICTS) throw error;
      await delay(attempt * CONFLICT_DELAY_MS * Math.random());
    }
  }
}

const MAX_CONFLICTS = 4;
const CONFLICT_DELAY_MS = 200;
