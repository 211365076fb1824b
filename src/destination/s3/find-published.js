import { compareProvenance } from './provenance.js';

/** @import { S3Prefix } from './prefix.js' */

/**
 * Looks whether an output has been published since the job began, by this upload (whose answer was lost) or by another job
 * from the same source version and recipe.
 *
 * @param {S3Prefix} prefix
 * @param {string} path
 * @param {{ metadata: Record<string, string>, expectedETag: string | null }} output
 * @param {AbortSignal} [abortSignal]
 * @returns {Promise<{ ETag: string | undefined, result: 'written' | 'adopted' } | null>}
 */
export async function findPublished(prefix, path, { metadata, expectedETag }, abortSignal) {
  const there = await prefix.head(path, abortSignal);
  switch (compareProvenance(there?.Metadata, metadata)) {
    case 'same-upload':
      return { ETag: there?.ETag, result: 'written' };
    case 'same-version':
      // The expected ETag is that of an older output, from before the job began.
      return there?.ETag === expectedETag ? null : { ETag: there?.ETag, result: 'adopted' };
    default:
      return null;
  }
}
