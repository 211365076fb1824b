/** @import { BlockEditor } from './block-editor.js' */
/** @import { EditedBytes } from './edited-bytes.js' */

/**
 * Edits a chunk to its end. No more is edited than is taken. The records behind an opening are a step of their own: a header of very
 * many names takes long.
 *
 * @param {BlockEditor} editor
 * @param {Uint8Array} chunk
 * @param {boolean} final Whether the entry ends with it.
 * @returns {Generator<EditedBytes, void>} One or several.
 * @throws {CsvError | LimitError}
 */
export function* editAll(editor, chunk, final) {
  const isOpening = editor.editor === null;
  yield editor.edit(chunk, final, true);
  if (isOpening && editor.editor !== null) yield editor.editPending(final, Number.POSITIVE_INFINITY);
  while (editor.isBehind) yield editor.editPending(final, Number.POSITIVE_INFINITY);
}
