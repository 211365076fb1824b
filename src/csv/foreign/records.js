import { recordTooLong } from '../record-errors.js';
import { Decoder } from './decoder.js';
import { TextOrigin, TranslationOrigin } from './origin.js';
import { ForeignScanner } from './scanner.js';
import { Translator } from './translator.js';

/** @import { Dialect } from '../dialect.js' */
/** @import { RecordEditor } from '../record-editor.js' */
/** @import { Origin } from '../record-origin.js' */
/** @import { ValuesNotUtf8 } from '../values-not-utf8.js' */

/** Edits the records of an entry that is not RFC 4180: decodes them, and translates them for a `RecordEditor`. */
export class ForeignRecords {
  /**
   * @param {object} options
   * @param {Dialect} options.dialect
   * @param {RecordEditor} options.editor
   * @param {number} options.maxRecordBytes Of decoded text. The translation may be longer.
   * @param {ValuesNotUtf8 | null} [options.notUtf8] Shown all records.
   */
  constructor({ dialect, editor, maxRecordBytes, notUtf8 = null }) {
    this.encoding = dialect.encoding;
    this.editor = editor;
    this.notUtf8 = notUtf8;
    this.maxRecordBytes = maxRecordBytes;
    this.decoder = new Decoder(dialect.encoding);
    this.scanner = new ForeignScanner(dialect, maxRecordBytes);
    this.translator = new Translator(dialect, this.scanner);
    /**
     * Edits translated text; the engine puts its own here.
     *
     * @type {(text: Buffer, final: boolean, position: number, origin: Origin) => number}
     */
    this.editText = editor.edit.bind(editor);
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
    const { scanner, translator, encoding } = this;
    const { output } = this.editor;
    const text = this.decoder.decode(raw, final);
    const origin = new TextOrigin({ raw, text, encoding, position });
    scanner.begin(text, final);
    translator.begin(text);
    for (let found = scanner.next(); found !== null; found = scanner.next()) {
      if (found === 'record') {
        translator.add();
        continue;
      }
      const reached = this.editTranslated(false, origin, scanner.start);
      if (output.isFull) return this.end(origin.usedAt(reached));
      if (found === 'long') this.refuseLine(origin);
      if (found === 'bad') this.rejectLine(origin);
      if (found === 'comment') this.skipLine(origin);
    }
    const reached = this.editTranslated(final, origin, scanner.after);
    return this.end(final && reached === scanner.after ? raw.length : origin.usedAt(reached));
  }

  /** @param {number} used */
  end(used) {
    this.decoder.clear();
    return used;
  }

  /**
   * @param {boolean} final
   * @param {TextOrigin} origin
   * @param {number} after Where the translated text ends.
   * @returns {number} Where the text ends that has been edited: there, unless the output `isFull`.
   */
  editTranslated(final, origin, after) {
    const { translator, editor, notUtf8 } = this;
    const bytes = translator.flush();
    let reached = after;
    if (bytes.length > 0 || final) {
      // The editor may overwrite delimiters.
      const before = notUtf8 !== null && editor.writer.changesDelimiter ? Buffer.from(bytes) : bytes;
      const source = new TranslationOrigin(translator, origin, after);
      const used = this.editText(bytes, final, origin.position, source);
      notUtf8?.look(before.subarray(0, used));
      if (editor.output.isFull && used < bytes.length) reached = source.sourceAt(used);
    }
    translator.clear();
    return reached;
  }

  /**
   * @param {TextOrigin} origin
   * @returns {never}
   * @throws {LimitError} `limit/record`
   */
  refuseLine(origin) {
    const { records } = this.editor.counts;
    throw recordTooLong(records.read + 1, origin.byteAt(this.scanner.start), this.maxRecordBytes);
  }

  /** @param {TextOrigin} origin */
  rejectLine(origin) {
    const { start, after, fault, text } = this.scanner;
    const [byte, raw] = [origin.byteAt(start), origin.raw(start, after)];
    this.notUtf8?.lookAtLine(raw);
    this.editor.rejectForeign({ code: fault, byte, raw, text: text.subarray(start, after) });
  }

  /** @param {TextOrigin} origin */
  skipLine(origin) {
    const { start, after } = this.scanner;
    this.editor.skipLine({ byte: origin.byteAt(start), raw: origin.raw(start, after) });
  }
}
