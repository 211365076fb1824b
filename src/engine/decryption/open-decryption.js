import { noPassword } from '../../archive/encryption.js';
import { Decryption } from './decryption.js';
import { WinZipAes } from './win-zip-aes.js';
import { ZipCrypto } from './zip-crypto.js';

/** @import { Entry } from '../../archive/entry.js' */
/** @import { Engine } from '../engine.js' */

/**
 * @param {Engine} engine Its cipher region is in use from now on.
 * @param {Entry} entry
 * @param {Buffer | null} password
 * @param {boolean} isResumable Whether a snapshot may be taken.
 * @returns {Decryption | null} Null if the entry is not encrypted.
 * @throws {ArchiveError} `archive/encrypted`
 */
export function openDecryption(engine, entry, password, isResumable) {
  const { encryption } = entry;
  if (!encryption || entry.compressedBytes === 0) return null;
  if (password === null) throw noPassword(entry);
  const cipher =
    encryption.kind === 'zipcrypto'
      ? new ZipCrypto(engine, entry, encryption, password)
      : new WinZipAes(engine, entry, encryption, password, isResumable);
  return new Decryption(engine, entry, cipher);
}
