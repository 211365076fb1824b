import { UNKNOWN } from '../../phone/read-digits.js';
import { QUOTE } from '../text/find-byte.js';
import { needsQuotes, quote, undoubled } from '../text/quoting.js';
import { trimmedEnd, trimmedStart } from '../transforms/trim.js';
import { PhoneEditor } from './phone-editor.js';

/** @import { FieldChange, Nulls } from '../plan/field-plan.js' */
/** @import { CsvCounts } from '../counts.js' */

/** What `edit` returns instead of a length: the field stays as it is, or loses white space only. */
export const STAYS = -1;
export const TRIMMED = -2;

/** Changes fields, one at a time. The result is in `bytes`, or between `from` and `to`, until the next field is changed. */
export class FieldEditor {
  /**
   * @param {number} outputDelimiter One byte.
   * @param {Pick<CsvCounts, 'phones' | 'dates'>} counts Updated here.
   */
  constructor(outputDelimiter, counts) {
    this.outputDelimiter = outputDelimiter;
    this.counts = counts;
    this.phones = new PhoneEditor(outputDelimiter, counts.phones);
    /** @type {Buffer} */
    this.bytes = NOTHING;
    this.from = 0;
    this.to = 0;
  }

  /**
   * Changes a field, and writes it into `bytes` with quotes if it had them or needs them.
   *
   * @param {FieldChange} change
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} As `editValue`.
   */
  edit(change, bytes, start, end) {
    const length = this.editValue(change, bytes, start, end);
    return change.nulls === null ? length : this.withNulls(change.nulls, length, bytes, start, end);
  }

  /**
   *
   * @param {FieldChange} change
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} The length of the result, STAYS, or TRIMMED: the field's quotes stay, if it has any, and the value is
   *   what stands between `from` and `to` in the given bytes.
   */
  editValue(change, bytes, start, end) {
    const { trims, date, phone, hash, mask } = change;
    const isPlain = date === null && hash === null && mask === null;
    const isPhoneOnly = isPlain && phone !== null;
    if (isPhoneOnly && !trims) return this.editPhone(phone, bytes, start, end);
    const isTrimmedOnly = isPlain && phone === null;
    const isQuoted = end > start && bytes[start] === QUOTE;
    const [valueStart, valueEnd] = isQuoted ? [start + 1, end - 1] : [start, end];
    this.from = trims ? trimmedStart(bytes, valueStart, valueEnd) : valueStart;
    this.to = trims ? trimmedEnd(bytes, this.from, valueEnd) : valueEnd;
    const stays = this.from === valueStart && this.to === valueEnd;
    if (isTrimmedOnly && stays) return STAYS;
    if (isPhoneOnly && stays) return this.editPhone(phone, bytes, start, end);
    if (isPhoneOnly && !isQuoted && bytes[this.from] !== QUOTE) {
      const length = this.editPhone(phone, bytes, this.from, this.to);
      return length === STAYS ? TRIMMED : length;
    }
    if (isTrimmedOnly && (isQuoted || bytes[this.from] !== QUOTE || this.from === this.to)) return TRIMMED;

    const inner = bytes.subarray(this.from, this.to);
    const value = isQuoted ? undoubled(inner) : inner;
    const changed = value.length === 0 ? value : this.changed(change, value);
    if (stays && changed.equals(value)) return STAYS;
    const isWritten = isQuoted || needsQuotes(changed, changed.length, this.outputDelimiter);
    this.bytes = isWritten ? quote(changed) : changed;
    return this.bytes.length;
  }

  /**
   * Empties a field whose value stands for NULL.
   *
   * @param {Nulls} nulls
   * @param {number} length What `editValue` has returned.
   * @param {Buffer} bytes What it was given.
   * @param {number} start
   * @param {number} end
   */
  withNulls({ isOne, quotesEmpty }, length, bytes, start, end) {
    const field = length < 0 ? bytes.subarray(start, end) : this.bytes.subarray(0, length);
    const isQuoted = field[0] === QUOTE;
    const written = isQuoted ? field.subarray(1, -1) : field;
    const inner = length === TRIMMED ? bytes.subarray(this.from, this.to) : written;
    const value = isQuoted ? undoubled(inner) : inner;
    if (isOne(value)) this.bytes = NOTHING;
    else if (value.length === 0 && quotesEmpty) this.bytes = EMPTY_TEXT;
    else return length;
    return this.bytes.length;
  }

  /**
   * Formats a phone where it stands, which is much faster than as text.
   *
   * @param {NonNullable<FieldChange['phone']>} phone
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   */
  editPhone(phone, bytes, start, end) {
    const length = this.phones.format(phone, bytes, start, end);
    this.bytes = this.phones.bytes;
    return length;
  }

  /**
   * @param {FieldChange} change
   * @param {Buffer} value Not empty.
   * @returns {Buffer}
   */
  changed({ date, phone, hash, mask }, value) {
    const dated = date === null ? value : this.withDate(date, value);
    const phoned = phone === null ? dated : this.withPhone(phone, dated);
    if (phoned.length === 0) return phoned;
    const hashed = hash === null ? phoned : hash(phoned);
    return mask === null ? hashed : mask(hashed);
  }

  /**
   * @param {NonNullable<FieldChange['date']>} read
   * @param {Buffer} value
   */
  withDate(read, value) {
    const { dates } = this.counts;
    const date = read(value);
    if (date === 'unparsed') dates.unparsed += 1;
    else dates.formatted += 1;
    return typeof date === 'string' ? value : date;
  }

  /**
   * @param {NonNullable<FieldChange['phone']>} phone
   * @param {Buffer} value
   */
  withPhone({ format }, value) {
    const { phones } = this.counts;
    if (format === null) {
      phones.formatted += 1;
      const length = this.phones.strip(value, 0, value.length);
      return this.phones.bytes.subarray(0, length);
    }
    const { writer } = format;
    const written = writer?.write(value, 0, value.length) ?? UNKNOWN;
    if (writer && written >= 0) {
      phones.formatted += 1;
      return writer.bytes.subarray(0, written);
    }
    const text = value.toString();
    const formatted = written === UNKNOWN ? format(text) : null;
    if (formatted === null) phones.unparsed += 1;
    else phones.formatted += 1;
    return formatted === null || formatted === text ? value : Buffer.from(formatted);
  }
}

const NOTHING = Buffer.alloc(0);
const EMPTY_TEXT = Buffer.from('""');
