import { ArchiveError } from '../errors.js';

/** @param {string} reason */
export function corrupt(reason) {
  return new ArchiveError('archive/corrupt', `the compressed bytes are damaged: ${reason}`);
}

// As in `assembly/inflate/status.ts`. The refusals are in zlib's words.
export const NEEDS_INPUT = 1;
export const IS_DONE = 3;
export const REFUSALS = [
  'invalid block type',
  'invalid stored block lengths',
  'too many length or distance symbols',
  'invalid code lengths set',
  'invalid bit length repeat',
  'invalid code -- missing end-of-block',
  'invalid literal/lengths set',
  'invalid distances set',
  'invalid literal/length code',
  'invalid distance code',
  'invalid distance too far back',
];
