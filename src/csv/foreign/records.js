import { recordTooLong } from '../records/record-errors.js';
import { Decoder } from './decoder.js';
import { LineOrigin, TextOrigin, TranslationOrigin } from './origin.js';
import { ForeignScanner } from './scanner.js';
import { Translator } from './translator.js';

/** @import { Dialect } from '../dialect.js' */
/** @import { RecordEditor } from '../records/record-editor.js' */
/** @import { QuickTranslator } from './quick-translator.js' */
/** @import { ValuesNotUtf8 } from '../records/values-not-utf8.js' */
/** @import { OpenText } from './text-editing.js' */

/** Edits the records of an entry that is not RFC 4180: decodes them, and translates them for a `RecordEditor`. */
export class ForeignRecords {
  /**
   * @param {object} options
   * @param {Dialect} options.dialect
   * @param {RecordEditor} options.editor
   * @param {number} options.maxRecordBytes Of decoded text. The translation may be longer.
   * @param {OpenText} options.openText
   * @param {ValuesNotUtf8 | null} [options.notUtf8] Shown all records.
   */
  constructor({ dialect, editor, maxRecordBytes, openText, notUtf8 = null }) {
    this.dialect = dialect;
    this.editor = editor;
    this.notUtf8 = notUtf8;
    this.maxRecordBytes = maxRecordBytes;
    this.decoder = new Decoder(dialect.encoding, (bytes, table, text) => this.text.decodeBytes(bytes, table, text));
    this.text = openText({ editor, table: this.decoder.table, dialect, maxRecordBytes });
    this.scanner = new ForeignScanner(dialect, maxRecordBytes);
    this.translator = new Translator(dialect, this.scanner);
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
    const { scanner, translator } = this;
    const { quick } = this.text;
    const { encoding } = this.dialect;
    const { output } = this.editor;
    const text = this.decoder.decode(raw, final);
    const origin = new TextOrigin({ raw, text, encoding, position });
    scanner.begin(text, final);
    translator.begin(text);
    let isQuick = quick?.begin(text) ?? false;
    for (;;) {
      if (isQuick) {
        isQuick = this.editQuickly(origin);
        if (output.isFull) return this.end(origin.usedAt(scanner.after));
      }
      const found = scanner.next();
      if (found === null) break;
      if (found === 'record') translator.add();
      // The last record may have no line end.
      if (found === 'record' && (!isQuick || scanner.after === text.length)) continue;
      const reached = this.editTranslated(false, origin, found === 'record' ? scanner.after : scanner.start);
      if (output.isFull) return this.end(origin.usedAt(reached));
      if (found === 'long') this.refuseLine(origin);
      if (found === 'bad') this.rejectLine(origin);
      if (found === 'comment') this.skipLine(origin);
    }
    const reached = this.editTranslated(final, origin, scanner.after);
    return this.end(final && reached === scanner.after ? raw.length : origin.usedAt(reached));
  }

  /**
   * Has the records translated that the engine can translate, from where the scanner is, and moves it behind them.
   *
   * @param {TextOrigin} origin
   * @returns {boolean} Whether to go on so behind the next record, which is left to the scanner.
   */
  editQuickly(origin) {
    const { scanner, notUtf8 } = this;
    const quick = /** @type {QuickTranslator} */ (this.text.quick);
    const { output } = this.editor;
    for (let goesOn = true; goesOn && !output.isFull; ) {
      const from = scanner.after;
      goesOn = quick.translate(from);
      const { translated, reached } = quick;
      if (translated.length === 0) break;
      const source = new LineOrigin({ translated, from, origin });
      const used = quick.edit(origin.position, source);
      notUtf8?.look(translated.subarray(0, used));
      scanner.after = used === translated.length ? reached : source.sourceAt(used);
    }
    return quick.isWorthwhile;
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
      const source = new TranslationOrigin(translator, origin);
      const used = this.text.edit(bytes, final, origin.position, source);
      notUtf8?.look(bytes.subarray(0, used));
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
    const { dialect } = this;
    const [byte, raw] = [origin.byteAt(start), origin.raw(start, after)];
    this.notUtf8?.lookAtLine(raw);
    this.editor.aside.rejectForeign({ code: fault, byte, raw, text: text.subarray(start, after), dialect });
  }

  /** @param {TextOrigin} origin */
  skipLine(origin) {
    const { start, after } = this.scanner;
    this.editor.aside.skipLine({ byte: origin.byteAt(start), raw: origin.raw(start, after) });
  }
}
