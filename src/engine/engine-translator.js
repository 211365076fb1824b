import { nativeDelimiter } from '../csv/dialect.js';

/** @import { Dialect } from '../csv/dialect.js' */
/** @import { QuickTranslator } from '../csv/foreign/quick-translator.js' */
/** @import { EngineEditor } from './engine-editor.js' */
/** @import { Engine } from './engine.js' */

/**
 * Translates records in the engine's memory as `Translator` does, many at a time. A record that is odd (with a broken quote, too
 * long, incomplete, or perhaps a comment) is left to the ForeignScanner.
 *
 * The text is at the end of the engine's TEXT, its translation at the beginning, where it is edited.
 *
 * @implements {QuickTranslator}
 */
export class EngineTranslator {
  /**
   * @param {object} options
   * @param {Engine} options.engine
   * @param {Dialect} options.dialect One that `canTranslate`.
   * @param {number} options.maxRecordBytes
   * @param {EngineEditor} options.editor
   */
  constructor({ engine, dialect, maxRecordBytes, editor }) {
    const { exports, memory } = engine;
    this.engine = engine;
    this.editor = editor;
    this.target = exports.TEXT.value;
    this.end = this.target + exports.TEXT_BYTES.value;
    /** Where the text begins; the end if it is not here. */
    this.start = this.end;
    this.reached = 0;
    this.translated = memory.subarray(this.target, this.target);
    /** How many records were odd, and how many bytes were read in vain to see it. */
    this.odd = 0;
    this.inVain = 0;
    const { quote, spaces, comments, lineEnds } = dialect;
    const delimiter = Buffer.from(dialect.delimiter);
    const numbers = [
      delimiter.length,
      nativeDelimiter(dialect).charCodeAt(0),
      quote === 'none' ? NONE : quote.charCodeAt(0),
      ESCAPES.indexOf(dialect.escape),
      Number(spaces),
      comments === null ? NONE : Buffer.from(comments)[0],
      Math.min(maxRecordBytes, 0x7fff_ffff),
      Number(lineEnds.includes('cr')),
    ];
    new Int32Array(memory.buffer, exports.DIALECT.value).set(numbers);
    memory.set(delimiter, exports.DELIMITER.value);
  }

  get heldBytes() {
    return this.end - this.start;
  }

  /** @param {Buffer} text */
  begin(text) {
    this.odd = 0;
    this.inVain = 0;
    const fits = text.length <= (this.end - this.target) / 2;
    this.start = fits ? this.end - text.length : this.end;
    if (fits) this.engine.memory.set(text, this.start);
    return fits;
  }

  /** @param {number} from */
  translate(from) {
    const { engine, start, target, end } = this;
    const { exports, memory } = engine;
    const status = exports.translateRecords(start + from, end, target, start);
    this.reached = exports.translatedFrom.value - start;
    this.translated = memory.subarray(target, exports.translatedTo.value);
    if (status !== CROWDED) {
      this.odd += 1;
      this.inVain += exports.lookedTo.value - exports.translatedFrom.value;
    }
    return status === CROWDED && this.translated.length > 0;
  }

  /** @type {QuickTranslator['edit']} */
  edit(position, origin) {
    const { target, translated, editor } = this;
    return editor.edit(target, target + translated.length, false, position, origin);
  }

  get isWorthwhile() {
    const { odd, reached, inVain, heldBytes } = this;
    return inVain <= heldBytes && (odd <= FEW || reached >= odd * FEW_IN_BYTES);
  }
}

/**
 * @param {Dialect} dialect
 * @returns {boolean} Whether records in it can be translated by the engine.
 */
export function canTranslate({ delimiter, quote, escape: escapes }) {
  const marks = ['\r', '\n', quote, ...(escapes === 'backslash' ? ['\\'] : [])];
  return Buffer.byteLength(delimiter) <= MAX_DELIMITER_BYTES && !marks.some(mark => delimiter.includes(mark));
}

// As in assembly/translate/dialect.ts.
const NONE = 0x100;
const MAX_DELIMITER_BYTES = 32;
const ESCAPES = ['double', 'backslash', 'loose'];
// What `translateRecords` returns, as in assembly/translate/translate.ts.
const CROWDED = 1;

/** Each odd record costs two calls. Where there are many, it is faster to leave all of the text to JavaScript. */
const FEW = 8;
const FEW_IN_BYTES = 512;
