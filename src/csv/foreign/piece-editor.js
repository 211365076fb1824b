/** @import { DecodedRecords } from './decoded-records.js' */
/** @import { ForeignRecords } from './records.js' */

/** Edits foreign records in small pieces, since each is there three times: as it came, decoded and translated. */
export class PieceEditor {
  /** @param {ForeignRecords | DecodedRecords} records */
  constructor(records) {
    this.records = records;
    /** More if a record has turned out to be long. */
    this.pieceBytes = PIECE_BYTES;
  }

  /**
   * @param {Buffer} bytes Must begin with a record.
   * @param {boolean} final Whether the entry ends with them.
   * @param {number} position Where they begin in the inflated entry.
   * @returns {number} How many bytes were used: as by `RecordEditor.edit`.
   * @throws {CsvError | LimitError}
   */
  edit(bytes, final, position) {
    let from = 0;
    for (;;) {
      const isLast = from + this.pieceBytes >= bytes.length;
      const piece = bytes.subarray(from, from + this.pieceBytes);
      const used = this.records.edit(piece, final && isLast, position + from);
      from += used;
      if (used > 0) this.pieceBytes = PIECE_BYTES;
      if (isLast || this.records.editor.output.isFull) return from;
      if (used === 0) this.pieceBytes *= 2;
    }
  }
}

const PIECE_BYTES = 65_536;
