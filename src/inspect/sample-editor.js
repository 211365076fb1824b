import { BlockEditor } from '../csv/block-editor.js';
import { fieldValues } from '../csv/opening/field-values.js';

/** @import { RecordEditor } from '../csv/record-editor.js' */
/** @import { Shape } from '../csv/shape.js' */

/**
 * A good record: its number in the entry, from 1, its fields' values, and whether it is written.
 *
 * @typedef {{ number: number, values: string[], isWritten: boolean }} SampledRecord
 */

/** Edits the beginning of an entry as a job does, and tells what it does with each good record. */
export class SampleEditor extends BlockEditor {
  /**
   * @param {ConstructorParameters<typeof BlockEditor>[0]} options
   * @param {(record: SampledRecord, editor: RecordEditor) => void} onRecord Called once the record is edited.
   */
  constructor(options, onRecord) {
    super(options);
    this.onRecord = onRecord;
  }

  /** @param {Shape} shape */
  editorFor(shape) {
    const editor = super.editorFor(shape);
    const { counts, onRecord } = this;
    const { scanner } = editor;
    const editRecord = editor.editRecord.bind(editor);
    /** @type {RecordEditor['editRecord']} */
    editor.editRecord = (bytes, position, origin) => {
      const { read, bad, written } = counts.records;
      // Before it is edited: the editor may overwrite it.
      const record = bytes.toString('latin1', scanner.start, scanner.end);
      editRecord(bytes, position, origin);
      // Neither an empty line nor a comment, and good.
      if (counts.records.read === read || counts.records.bad > bad) return;
      const values = valuesOf(record, String.fromCharCode(scanner.delimiter));
      onRecord({ number: read + 1, values, isWritten: counts.records.written > written }, editor);
    };
    return editor;
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

/** @type {Omit<import('../csv/opening/split-records.js').Reading, 'delimiter'>} */
export const RFC_4180_READING = { quote: '"', escape: 'double', spaces: false, cr: false, comments: null };
