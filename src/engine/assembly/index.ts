export * from './memory';
export * from './position';
export * from './inflate';
export { distances, LENGTHS, literals, useDynamicCodes, useFixedCodes, useMethod } from './block-header';
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
export { CHARACTERS, decodeText } from './decode-text';
export { DELIMITER, DIALECT, MAX_DELIMITER_BYTES } from './dialect';
export { lookedTo, translatedFrom, translatedTo, translateRecords } from './translate';
export { isUtf8 } from './text';
export { PHONE_TABLES, PHONE_TABLES_BYTES } from './put-phone';
export { MAX_QUICK, QUICK } from './quick-change';
export { trimmedEnd, trimmedStart } from './trim';
export { beginHashes, endHashes, hashLater, MAX_SHORT_BYTES, takeBackHashes } from './hash-later';
export { DIGITS, HASH_KEY, hashValue, useHashKey } from './hash-value';
export { MAX_NUMBERS, NUMBERS } from './numbers';
export { VALUES, VALUES_BYTES } from './values';
export { MAX_TESTS, TESTS } from './where';
export { MAX_TYPES, TYPES } from './types';
export { applyKeystream, writeCounters } from './aes-ctr';
export { beginKeys, decryptZipCrypto, key0, key1, key2, takePassword } from './zip-crypto';
export { addSha1Blocks, SHA1_STATE } from './sha1';
