import { inFlightBytes, TERMINAL_MEMORY_BYTES } from '../../memory/memory-plan.js';
import { s3ClientFactory } from '../../storage/s3-client.js';
import { parseS3Uri } from '../../storage/s3-uri.js';
import { ExistingObjects } from './existing-objects.js';
import { S3Outputs } from './outputs.js';
import { OwnObjects } from './own-objects.js';
import { patientClient } from './patient-client.js';
import { S3Prefix } from './prefix.js';

/** @import { Destination, DestinationOptions } from '../open.js' */

/**
 * A bucket, or a prefix in one, as the destination of one job.
 *
 * @param {string} uri
 * @param {DestinationOptions} options
 * @returns {Promise<Destination & { check: S3Outputs['check'] }>}
 */
export async function openS3Destination(uri, options) {
  const { s3 = s3ClientFactory(), expectedBucketOwner, signal } = options;
  const address = parseS3Uri(uri);
  const prefix = new S3Prefix(patientClient(await s3(), signal), address, expectedBucketOwner);
  const existing = new ExistingObjects(prefix, uri, signal);
  const own = new OwnObjects(prefix, existing);
  const outputs = new S3Outputs(prefix, { existing, own, options });

  return {
    uri,
    locate: path => prefix.locate(path),
    pathOf: address => prefix.pathOf(address),
    fold: path => path,
    foldersOfOthers: () => [],
    isConditional: true,

    async begin({ prefixes, provenance }) {
      own.provenance = provenance;
      await existing.note(prefixes);
    },
    prefetch: existing.prefetch,
    read: existing.read,
    isOwn: own.isOwn,
    present: (paths, signal) => existing.present(paths, signal),

    memoryFor: outputs.memoryFor,
    inFlightBytes: inFlightBytes(options.memoryBytes ?? TERMINAL_MEMORY_BYTES),
    heldBytes: outputs.heldBytes,
    check: outputs.check,
    hold: outputs.hold,
    create: outputs.create,
    resume: outputs.resume,
    discard: outputs.discard,

    removeOwn: own.removeOwn,
    removeAny: own.removeAny,
    async close() {
      existing.close();
      await outputs.close();
    },
  };
}
