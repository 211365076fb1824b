import { BlockEditor } from '../csv/block-editor.js';
import { fieldValues } from '../csv/opening/text/field-values.js';
import { RecordEditor } from '../csv/records/record-editor.js';

/**
 * A good record: its number in the entry, from 1, its fields' values, and whether it is written.
 *
 * @typedef {{ number: number, values: string[], isWritten: boolean }} SampledRecord
 */

/**
 * Edits the beginning of an entry as a job does, and tells what it does with each good record.
 *
 * @param {Omit<ConstructorParameters<typeof BlockEditor>[0], 'openEditor'>} options
 * @param {(record: SampledRecord, editor: RecordEditor) => void} onRecord Called once the record is edited.
 * @returns {BlockEditor}
 */
export function openSampleEditor(options, onRecord) {
  return new BlockEditor({ ...options, openEditor: editing => new SampledRecords(editing, onRecord) });
}

class SampledRecords extends RecordEditor {
  /**
   * @param {ConstructorParameters<typeof RecordEditor>[0]} editing
   * @param {Parameters<typeof openSampleEditor>[1]} onRecord
   */
  constructor(editing, onRecord) {
    super(editing);
    this.onRecord = onRecord;
  }

  /** @type {RecordEditor['editRecord']} */
  editRecord(bytes, position, origin) {
    const { counts, scanner } = this;
    const { read, bad, written } = counts.records;
    super.editRecord(bytes, position, origin);
    // Neither an empty line nor a comment, and good.
    if (counts.records.read === read || counts.records.bad > bad) return;
    const record = bytes.toString('latin1', scanner.start, scanner.end);
    const values = valuesOf(record, String.fromCharCode(scanner.delimiter));
    this.onRecord({ number: read + 1, values, isWritten: counts.records.written > written }, this);
  }
}

/**
 * @param {string} record RFC 4180, without its line end, one character a byte.
 * @param {string} delimiter
 * @returns {string[]}
 */
export function valuesOf(record, delimiter) {
  const { length } = record;
  return fieldValues(record, { start: 0, end: length }, { ...RFC_4180_READING, delimiter });
}

/** @type {Omit<import('../csv/opening/text/reading.js').Reading, 'delimiter'>} */
export const RFC_4180_READING = { quote: '"', escape: 'double', spaces: false, cr: false, comments: null };
