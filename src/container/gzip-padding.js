import { ArchiveError } from '../errors.js';

/** @import { GzipInput } from './gzip-input.js' */

/**
 * Checks what is behind the last member. As gzip does, ignores zeros there: tapes are filled up with them. gzip only warns of
 * anything else.
 *
 * @param {GzipInput} input
 * @throws {ArchiveError} `archive/corrupt`, `archive/truncated`
 */
export async function checkPadding(input) {
  do {
    const odd = input.rest.findIndex(byte => byte !== 0);
    if (odd !== -1) {
      if (odd === 0 && input.isAtEnd && isGzipBeginning(input.rest)) throw input.truncated('in a header');
      throw new ArchiveError(
        'archive/corrupt',
        `there are other bytes behind the gzip data, from byte ${input.position + odd} on; send the gzip file alone`,
      );
    }
    input.pass(input.rest.length);
  } while (await input.gather(1));
}

/** @param {Buffer} bytes Fewer than a header has. */
function isGzipBeginning(bytes) {
  return bytes.length < 3 && bytes.equals(Buffer.from([0x1f, 0x8b]).subarray(0, bytes.length));
}
