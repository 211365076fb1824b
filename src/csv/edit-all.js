/** @import { BlockEditor } from './block-editor.js' */
/** @import { EditedBytes } from './edited-bytes.js' */

/**
 * Edits a chunk to its end. No more is edited than is taken.
 *
 * @param {BlockEditor} editor
 * @param {Uint8Array} chunk
 * @param {boolean} final Whether the entry ends with it.
 * @returns {Generator<EditedBytes, void>} One, or several if that is much output.
 * @throws {CsvError | LimitError}
 */
export function* editAll(editor, chunk, final) {
  yield editor.edit(chunk, final);
  while (editor.isBehind) yield editor.editPending(final, Number.POSITIVE_INFINITY);
}
