import { recordTooLong } from '../records/record-errors.js';
import { Decoder } from './decoder.js';
import { TextOrigin } from './origin.js';

/** @import { RecordEditor } from '../records/record-editor.js' */
/** @import { OpenText } from './text-editing.js' */

/** Edits the records of an entry that is RFC 4180 in another encoding: decodes them for a `RecordEditor`. */
export class DecodedRecords {
  /**
   * @param {object} options
   * @param {string} options.encoding
   * @param {RecordEditor} options.editor
   * @param {number} options.maxRecordBytes Of decoded text.
   * @param {OpenText} options.openText
   */
  constructor({ encoding, editor, maxRecordBytes, openText }) {
    this.encoding = encoding;
    this.editor = editor;
    this.maxRecordBytes = maxRecordBytes;
    this.decoder = new Decoder(encoding, (bytes, table, text) => this.text.decodeBytes(bytes, table, text));
    this.text = openText({ editor, table: this.decoder.table, dialect: null, maxRecordBytes });
  }

  /**
   * Edits the complete records of a block.
   *
   * @param {Buffer} raw Must begin with a record.
   * @param {boolean} final Whether the entry ends with this block.
   * @param {number} position Where the block begins in the inflated entry.
   * @returns {number} How many bytes were used: as by `RecordEditor.edit`.
   * @throws {CsvError | LimitError}
   */
  edit(raw, final, position) {
    const { encoding, editor, maxRecordBytes, decoder } = this;
    const text = decoder.decode(raw, final);
    const origin = new TextOrigin({ raw, text, encoding, position });
    const used = this.text.edit(text, final, position, origin);
    const isStopped = editor.output.isFull;
    if (!isStopped && text.length - used > maxRecordBytes) {
      throw recordTooLong(editor.counts.records.read + 1, origin.byteAt(used), maxRecordBytes);
    }
    const usedRaw = final && (!isStopped || used === text.length) ? raw.length : origin.usedAt(used);
    decoder.clear();
    return usedRaw;
  }
}
