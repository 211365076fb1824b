export * from './memory';
export * from './inflate/position';
export * from './inflate/inflate';
export { distances, LENGTHS, literals, useDynamicCodes, useFixedCodes, useMethod } from './inflate/block-header';
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
} from './plan/edit-plan';
export { editRecords } from './edit/edit';
export { CHARACTERS, decodeText } from './translate/decode-text';
export { DELIMITER, DIALECT, MAX_DELIMITER_BYTES } from './translate/dialect';
export { lookedTo, translatedFrom, translatedTo, translateRecords } from './translate/translate';
export { isUtf8 } from './edit/text';
export { PHONE_TABLES, PHONE_TABLES_BYTES } from './write/put-phone';
export { MAX_QUICK, QUICK } from './write/quick-change';
export { trimmedEnd, trimmedStart } from './write/trim';
export { beginHashes, endHashes, hashLater, MAX_SHORT_BYTES, takeBackHashes } from './hash/hash-later';
export { DIGITS, HASH_KEY, hashValue, useHashKey } from './hash/hash-value';
export { MAX_NUMBERS, NUMBERS } from './edit/numbers';
export { VALUES, VALUES_BYTES } from './edit/values';
export { MAX_TESTS, TESTS } from './edit/where';
export { MAX_TYPES, TYPES } from './edit/types';
export { applyKeystream, writeCounters } from './decrypt/aes-ctr';
export { beginKeys, decryptZipCrypto, key0, key1, key2, takePassword } from './decrypt/zip-crypto';
export { addSha1Blocks, SHA1_STATE } from './decrypt/sha1';
