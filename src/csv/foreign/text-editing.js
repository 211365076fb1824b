import { decodeBytes } from './decoder.js';

/** @import { Dialect } from '../dialect.js' */
/** @import { RecordEditor } from '../records/record-editor.js' */
/** @import { Origin } from '../records/record-origin.js' */
/** @import { QuickTranslator } from './quick-translator.js' */

/**
 * What decodes and edits the text of foreign records: JavaScript, or the engine.
 *
 * @typedef {object} TextEditing
 * @property {(text: Buffer, final: boolean, position: number, origin: Origin) => number} edit As `RecordEditor.edit`: text that is
 *   decoded and translated.
 * @property {(bytes: Buffer, table: Uint32Array, text: Buffer) => number} decodeBytes Decodes bytes as a decoder's table says, and
 *   returns how many it has written.
 * @property {QuickTranslator | null} quick null if nothing translates the text faster than `Translator`.
 */

/**
 * @typedef {object} TextParts
 * @property {RecordEditor} editor
 * @property {Uint32Array | null} table The decoder's, if the encoding has one byte a character.
 * @property {Dialect | null} dialect What has to be translated; null if the text only has to be decoded.
 * @property {number} maxRecordBytes Of decoded text.
 */

/** @typedef {(parts: TextParts) => TextEditing} OpenText */

/** @type {OpenText} In JavaScript. */
export function editText({ editor }) {
  return { edit: editor.edit.bind(editor), decodeBytes, quick: null };
}
