/** The password of an archive, and where a newer one may come from. */
export class ArchivePassword {
  #read;
  #hasRead = false;

  /**
   * @param {Buffer | null} current Its bytes; null if there is none where it is kept.
   * @param {() => Promise<Buffer | null>} [read] Reads it again where it is kept.
   */
  constructor(current, read = async () => null) {
    this.current = current;
    this.#read = read;
  }

  /**
   * Reads the password again, once: an archive may have very many entries that it fails for.
   *
   * @returns {Promise<boolean>} Whether it is another one now.
   */
  async refresh() {
    if (this.#hasRead) return false;
    this.#hasRead = true;
    const read = await this.#read();
    if (read === null || (this.current !== null && read.equals(this.current))) return false;
    this.current = read;
    return true;
  }
}

/**
 * @param {unknown} error What failed an entry, or what a manifest says of it.
 * @returns {boolean} Whether the password was missing or wrong.
 */
export function lacksPassword(error) {
  return CODES.includes(Object(error).code);
}

const CODES = ['archive/encrypted', 'archive/wrong-password'];
