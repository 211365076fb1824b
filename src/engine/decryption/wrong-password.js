import { lacksPassword } from '../../archive/password.js';
import { ArchiveError, boundMessage, CsvError, LimitError } from '../../errors.js';
import { quoteName } from '../../printable.js';

/** @import { Encryption } from '../../archive/encryption.js' */
/** @import { Entry } from '../../archive/entry.js' */

/**
 * @param {{ name: string }} entry
 * @returns {ArchiveError} `archive/wrong-password`
 */
export function wrongPassword({ name }) {
  return new ArchiveError(
    'archive/wrong-password',
    `entry ${quoteName(name)} is not encrypted with the password that was given`,
  );
}

/**
 * @param {unknown} error What failed an entry.
 * @param {Pick<Entry, 'encryption'>} entry
 * @returns {unknown} The same. If its password may be wrong although it passed the check, its message says so.
 */
export function explainByPassword(error, { encryption }) {
  if (encryption && mayBeGarbage(error, encryption)) {
    const [method, passing] = encryption.kind === 'aes' ? ['AES', '65,536'] : ['ZipCrypto', '256'];
    error.message = boundMessage(
      `${error.message}; or the password is wrong: ${method}, with which the entry is encrypted, does not notice one in ${passing}`,
    );
  }
  return error;
}

/**
 * @param {unknown} error What failed an entry.
 * @param {Pick<Entry, 'encryption'>} entry
 * @returns {boolean} Whether another password may cure it.
 */
export function mayBeWrongPassword(error, { encryption }) {
  return encryption != null && (lacksPassword(error) || mayBeGarbage(error, encryption));
}

/**
 * An entry decrypted with a wrong password seems to be damaged, or another table, or beyond a limit. With AES, a wrong password
 * passes the check so seldom that the recipe or a limit is the likelier cause.
 *
 * @param {unknown} error
 * @param {Encryption} encryption
 * @returns {error is ArchiveError | CsvError | LimitError}
 */
function mayBeGarbage(error, { kind }) {
  if (error instanceof ArchiveError) return DAMAGES.includes(error.code);
  return kind === 'zipcrypto' && (error instanceof CsvError || error instanceof LimitError);
}

const DAMAGES = ['archive/corrupt', 'archive/size-mismatch', 'archive/crc-mismatch', 'archive/hmac-mismatch'];
