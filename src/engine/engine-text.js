import { EngineEditor } from './engine-editor.js';
import { canTranslate, EngineTranslator } from './engine-translator.js';

/** @import { DecodedRecords } from '../csv/foreign/decoded-records.js' */
/** @import { Decoder } from '../csv/foreign/decoder.js' */
/** @import { ForeignRecords } from '../csv/foreign/records.js' */
/** @import { RecordEditor } from '../csv/record-editor.js' */
/** @import { Engine } from './engine.js' */

/** Edits an entry's text, which JavaScript has decoded or translated, in the engine's memory. */
export class EngineText {
  /**
   * @param {object} options
   * @param {Engine} options.engine
   * @param {RecordEditor} options.recordEditor
   * @param {DecodedRecords | ForeignRecords} options.records They get their text edited here, and translated if possible.
   */
  constructor({ engine, recordEditor, records }) {
    const { exports, memory } = engine;
    this.exports = exports;
    this.memory = memory;
    this.address = exports.TEXT.value;
    this.room = exports.TEXT_BYTES.value;
    this.recordEditor = recordEditor;
    this.editor = new EngineEditor({ engine, recordEditor });
    /** @type {EngineTranslator | null} */
    this.translator = null;
    records.editText = this.edit.bind(this);
    if (records.decoder.table !== null) records.decoder.decodeBytes = this.decodeBytes(records.decoder.table);
    if (!('dialect' in records) || !canTranslate(records.dialect)) return;
    const { dialect, maxRecordBytes } = records;
    this.translator = new EngineTranslator({ engine, dialect, maxRecordBytes, editor: this.editor });
    records.quick = this.translator;
  }

  /**
   * @param {Uint32Array} characters For each byte its own, as `Decoder` has it.
   * @returns {Decoder['decodeBytes']} It uses the engine's memory for as long as it runs.
   */
  decodeBytes(characters) {
    const { memory, address, room } = this;
    const { CHARACTERS, decodeText } = this.exports;
    new Uint32Array(memory.buffer, CHARACTERS.value).set(characters);
    return (bytes, _table, text) => {
      let length = 0;
      for (let from = 0; from < bytes.length; from += room / MOST_GROWTH) {
        const slice = bytes.subarray(from, from + room / MOST_GROWTH);
        const end = address + room;
        memory.set(slice, end - slice.length);
        const decodedTo = decodeText(end - slice.length, end, address);
        length += memory.copy(text, length, address, decodedTo);
      }
      return length;
    };
  }

  /** @type {ForeignRecords['editText']} */
  edit(text, final, position, origin) {
    const { memory, address, recordEditor } = this;
    if (text.length > this.room - (this.translator?.heldBytes ?? 0)) {
      return recordEditor.edit(text, final, position, origin);
    }
    memory.set(text, address);
    return this.editor.edit(address, address + text.length, final, position, origin);
  }
}

/** The bytes as they came, beside the room for three times as many. */
const MOST_GROWTH = 4;
