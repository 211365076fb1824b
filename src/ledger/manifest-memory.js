import { LimitError } from '../errors.js';
import { DOCUMENT_BYTES, parsedBytes, TEXT_SHARE } from '../memory/parsed-bytes.js';

/** @import { Outcomes } from './outcomes.js' */

/** Adds up what a manifest takes of memory while it is read, and refuses one that takes too much. */
export class ManifestMemory {
  /** What the entries take beside their columns. */
  #details = 0;
  /** What all else takes once it is parsed. */
  #rest = 0;
  /** How many distinct readings and codes were seen. */
  #distinct = 0;
  /** The names of members in what was counted: nearly all entries have the same. @type {Set<string>} */
  #names = new Set();

  /**
   * @param {Outcomes} entries Those that were read.
   * @param {number} [maxBytes]
   */
  constructor(entries, maxBytes = DOCUMENT_BYTES) {
    this.entries = entries;
    this.maxBytes = maxBytes;
  }

  /**
   * @param {Buffer} line Of an entry that is about to be read.
   * @throws {LimitError} `limit/manifest`
   */
  beforeEntry(line) {
    if (line.length > LONG_LINE) this.#guard(parsedBytes(line));
  }

  /**
   * @param {Buffer} line Of the last entry that was read.
   * @throws {LimitError} `limit/manifest`
   */
  addEntry(line) {
    const { entries } = this;
    const { badRecords, error } = entries.details.get(entries.length - 1);
    const distinct = entries.readings.length + entries.details.codes;
    const isAlone = badRecords.length > 0 || (error?.message ?? '') !== '' || distinct > this.#distinct;
    this.#distinct = distinct;
    if (isAlone) this.#details += parsedBytes(line, this.#names);
    else if (error !== null) this.#details += SHARED_BYTES;
    this.#guard(0);
  }

  /**
   * @param {Buffer} line Of all that is parsed together.
   * @throws {LimitError} `limit/manifest`
   */
  add(line) {
    // A line is joined to those before it, and is a text of its own until all of them are parsed. A long one is there as bytes too.
    const joined = line.length > LONG_LINE ? TEXT_SHARE * line.length : line.length + LINE_BYTES;
    this.#rest += parsedBytes(line, this.#names) + joined;
    this.#guard(0);
  }

  /** @param {number} more */
  #guard(more) {
    // A job lists all of them once more.
    const entries = 2 * (this.#details + this.entries.bytes);
    if (entries + this.#rest + more > this.maxBytes) throw tooMuch(this.maxBytes);
  }
}

/** @param {number} maxBytes */
export function tooMuch(maxBytes) {
  return new LimitError(
    'limit/manifest',
    `what stands under the manifest's name takes too much memory to be read (limit: ${Math.floor(maxBytes / 1024 ** 2)} MiB); give ` +
      'the job more memory or, if no job can have written it, move it away',
  );
}

/** A shorter one takes less than a megabyte, whatever it is made of. */
const LONG_LINE = 16 * 1024;
/** What joins two texts, and the header of one, however short they are. */
const LINE_BYTES = 64;
/** Of an error of which only the code is kept. */
const SHARED_BYTES = 64;
