export * from './memory';
export * from './position';
export * from './inflate';
export { distances, LENGTHS, literals, useDynamicCodes, useFixedCodes } from './block-header';
export {
  MAX_FIELDS,
  MAX_PIECES,
  PARTS,
  PARTS_NUMBERS,
  PIECES,
  PLAN,
  RECORDS_BEFORE,
  REPLACEMENT,
  REPLACEMENT_BYTES,
  STATE,
  TEXTS,
  TEXTS_BYTES,
} from './edit-plan';
export { editRecords } from './edit';
export { trimmedEnd, trimmedStart } from './trim';
export { DIGITS, HASH_KEY, hashValue, useHashKey } from './hash-value';
export { VALUES, VALUES_BYTES } from './values';
export { MAX_TESTS, TESTS } from './where';
