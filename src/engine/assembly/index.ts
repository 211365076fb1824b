export * from './memory';
export * from './position';
export * from './inflate';
export { distances, LENGTHS, literals, useDynamicCodes, useFixedCodes } from './block-header';
export { MAX_FIELDS, MAX_PIECES, PIECES, PLAN, REPLACEMENT, REPLACEMENT_BYTES, STATE } from './edit-plan';
export { editRecords } from './edit';
export { trimmedEnd, trimmedStart } from './trim';
export { DIGITS, HASH_KEY, hashValue, useHashKey } from './hash-value';
