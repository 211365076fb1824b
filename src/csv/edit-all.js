/** @import { BlockEditor } from './block-editor.js' */
/** @import { EditedBytes } from './edited-bytes.js' */

/**
 * Edits a chunk to its end. No more is edited than is taken. The records behind an opening are a step of their own: a header of very
 * many names takes long.
 *
 * @param {BlockEditor} editor
 * @param {Uint8Array} chunk
 * @param {boolean} final Whether the entry ends with it.
 * @param {number} [pieceBytes] How many bytes to edit at once, at most, unless a record is longer.
 * @returns {Generator<EditedBytes, void>} One or several.
 * @throws {CsvError | LimitError}
 */
export function* editAll(editor, chunk, final, pieceBytes = Number.POSITIVE_INFINITY) {
  const isOpening = editor.editor === null;
  yield editor.edit(chunk, final, true, pieceBytes);
  if (isOpening && editor.editor !== null) yield editor.editPending(final, pieceBytes);
  while (editor.isBehind) yield editor.editPending(final, pieceBytes);
}
