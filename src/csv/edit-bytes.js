/** @import { PieceEditor } from './foreign/piece-editor.js' */
/** @import { RecordEditor } from './records/record-editor.js' */
/** @import { ValuesNotUtf8 } from './records/values-not-utf8.js' */

/**
 * Edits records. In those that are RFC 4180 in UTF-8, it looks for values that are not UTF-8.
 *
 * @param {Buffer} bytes Must begin with a record.
 * @param {boolean} final Whether the entry ends with them.
 * @param {object} options
 * @param {number} options.position Where they begin in the inflated entry.
 * @param {RecordEditor} options.editor
 * @param {ValuesNotUtf8 | null} options.notUtf8
 * @param {PieceEditor | null} options.pieces Of foreign records.
 * @returns {number} How many bytes were used: all except an incomplete record at the end.
 * @throws {CsvError | LimitError}
 */
export function editBytes(bytes, final, { position, editor, notUtf8, pieces }) {
  if (pieces !== null) return pieces.edit(bytes, final, position);
  const used = editor.edit(bytes, final, position);
  notUtf8?.look(bytes.subarray(0, used));
  return used;
}

/**
 * Edits some of the records: those that end in the first bytes, or in twice as many of them as long as not even one does.
 *
 * @param {Buffer} bytes Must begin with a record.
 * @param {number} pieceBytes How many to begin with.
 * @param {Parameters<typeof editBytes>[2]} options
 * @returns {number} How many bytes were used; 0 if all of them would have to be edited at once.
 * @throws {CsvError | LimitError}
 */
export function editPiece(bytes, pieceBytes, options) {
  let used = 0;
  for (let length = pieceBytes; used === 0 && length < bytes.length; length *= 2) {
    used = editBytes(bytes.subarray(0, length), false, options);
  }
  return used;
}
