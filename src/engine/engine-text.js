import { decodeBytes } from '../csv/foreign/decoder.js';
import { EngineEditor } from './engine-editor.js';
import { canTranslate, EngineTranslator } from './engine-translator.js';

/** @import { TextEditing, TextParts } from '../csv/foreign/text-editing.js' */
/** @import { Engine } from './engine.js' */

/**
 * Edits an entry's text in the engine's memory, after JavaScript or the engine has decoded and translated it. Before `begin`, JavaScript does
 * all of it.
 *
 * @implements {TextEditing}
 */
export class EngineText {
  /** @type {EngineEditor | null} null before `begin`. */
  #editor = null;
  /** @type {EngineTranslator | null} */
  quick = null;
  #engine;
  #parts;
  #address;
  #room;

  /**
   * @param {Engine} engine
   * @param {TextParts} parts
   */
  constructor(engine, parts) {
    this.#engine = engine;
    this.#parts = parts;
    this.#address = engine.exports.TEXT.value;
    this.#room = engine.exports.TEXT_BYTES.value;
  }

  /** From here on the engine edits, and decodes and translates what it can. A small entry may end before: that would cost it more. */
  begin() {
    if (this.#editor !== null) return;
    const engine = this.#engine;
    const { editor: recordEditor, table, dialect, maxRecordBytes } = this.#parts;
    this.#editor = new EngineEditor({ engine, recordEditor });
    if (table !== null) new Uint32Array(engine.memory.buffer, engine.exports.CHARACTERS.value).set(table);
    if (dialect === null || !canTranslate(dialect)) return;
    this.quick = new EngineTranslator({ engine, dialect, maxRecordBytes, editor: this.#editor });
  }

  /** @type {TextEditing['decodeBytes']} It uses the engine's memory for as long as it runs. */
  decodeBytes(bytes, table, text) {
    if (this.#editor === null) return decodeBytes(bytes, table, text);
    const { memory, exports } = this.#engine;
    const [address, room] = [this.#address, this.#room];
    let length = 0;
    for (let from = 0; from < bytes.length; from += room / MOST_GROWTH) {
      const slice = bytes.subarray(from, from + room / MOST_GROWTH);
      const end = address + room;
      memory.set(slice, end - slice.length);
      const decodedTo = exports.decodeText(end - slice.length, end, address);
      length += memory.copy(text, length, address, decodedTo);
    }
    return length;
  }

  /** @type {TextEditing['edit']} */
  edit(text, final, position, origin) {
    const address = this.#address;
    if (this.#editor === null || text.length > this.#room - (this.quick?.heldBytes ?? 0)) {
      return this.#parts.editor.edit(text, final, position, origin);
    }
    this.#engine.memory.set(text, address);
    return this.#editor.edit(address, address + text.length, final, position, origin);
  }
}

/** The bytes as they came, beside the room for three times as many. */
const MOST_GROWTH = 4;
