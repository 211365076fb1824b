import { hasCode, LimitError } from '../errors.js';
import { affordableRecordBytes, recordsBytes } from './memory-plan.js';

/**
 * How long the records of an entry may be: as long as the recipe says, and as the function's memory allows. A recipe that
 * says nothing gets what the memory allows, at most the default; one that asks for more is refused before anything is read.
 */
export class RecordLimit {
  #memory;
  #isStated;
  /** As the recipe has it, and no longer than the entry. */
  #wanted;
  #isForeign = false;

  /**
   * @param {object} options
   * @param {number} options.maxRecordBytes The recipe's, or the default.
   * @param {boolean} options.isStated Whether the recipe says it.
   * @param {number} options.entryBytes The entry's declared size, which it cannot exceed.
   * @param {{ memoryBytes: number, plannedBytes: number } | null} options.memory The function's memory, and how much of it is
   *   planned for other things; null if it is not known.
   * @throws {LimitError} `limit/memory`
   */
  constructor({ maxRecordBytes, isStated, entryBytes, memory }) {
    this.#memory = memory;
    this.#isStated = isStated;
    this.#wanted = Math.min(maxRecordBytes, entryBytes);
    /** The limit, as far as the header is known. */
    this.maxRecordBytes = maxRecordBytes;
    this.withColumns(0);
  }

  /**
   * @param {number} columns
   * @param {boolean} [isForeign] Whether the records have to be decoded or translated.
   * @returns {number} The limit for such records with so many columns.
   * @throws {LimitError} `limit/memory`
   */
  withColumns = (columns, isForeign = false) => {
    if (this.#memory === null) return this.maxRecordBytes;
    this.#isForeign = isForeign;
    const { memoryBytes, plannedBytes } = this.#memory;
    const affordable = affordableRecordBytes(memoryBytes - plannedBytes, columns, isForeign);
    if (affordable >= this.#wanted) return this.maxRecordBytes;
    if (this.#isStated || affordable < Math.min(LEAST_BYTES, this.#wanted)) throw this.#refusal(columns, affordable);
    this.maxRecordBytes = Math.min(affordable, this.maxRecordBytes);
    return this.maxRecordBytes;
  };

  /**
   * @param {unknown} error
   * @returns {unknown} The same, unless a record was too long only for the memory.
   */
  explain(error) {
    if (this.#memory === null || this.maxRecordBytes >= this.#wanted || !hasCode(error, 'limit/record')) return error;
    const { memoryBytes, plannedBytes } = this.#memory;
    const needed = plannedBytes + recordsBytes(this.#wanted, 0, this.#isForeign);
    const why = `all that ${toMib(memoryBytes)} MiB of memory allow; give the function ${toMib(needed)} MiB`;
    return new LimitError('limit/memory', error.message.replace('limits.maxRecordBytes', why), { cause: error });
  }

  /**
   * @param {number} columns
   * @param {number} affordable
   */
  #refusal(columns, affordable) {
    const { memoryBytes, plannedBytes } = /** @type {{ memoryBytes: number, plannedBytes: number }} */ (this.#memory);
    const record = this.#isStated ? this.#wanted : Math.min(LEAST_BYTES, this.#wanted);
    const needed = plannedBytes + recordsBytes(record, columns, this.#isForeign);
    const asked = this.#isStated ? ` of up to ${record} bytes (limits.maxRecordBytes)` : '';
    const wide = columns > 0 ? ` with ${columns} columns` : '';
    const lower =
      this.#isStated && affordable >= LEAST_BYTES ? `, or lower limits.maxRecordBytes to ${affordable}` : '';
    return new LimitError(
      'limit/memory',
      `records${asked}${wide} take ${toMib(needed)} MiB of memory, uploads included (limit: ${toMib(memoryBytes)} MiB); ` +
        `give the function more${lower}`,
    );
  }
}

/** @param {number} bytes */
function toMib(bytes) {
  return Math.ceil(bytes / MIB);
}

const MIB = 1024 ** 2;
/** With less, ordinary records would be refused. */
const LEAST_BYTES = 64 * 1024;
