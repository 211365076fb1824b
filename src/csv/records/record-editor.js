import { CHUNK_BYTES } from '../../memory/memory-plan.js';
import { BlockWriter } from '../text/block-writer.js';
import { copyDelimiter } from '../write/copy-format.js';
import { writtenHeader } from '../write/header-writer.js';
import { RecordWriter } from '../write/record-writer.js';
import { fittedRecord } from './fitted-record.js';
import { recordTooLong } from './record-errors.js';
import { byteOf } from './record-origin.js';
import { RecordScanner } from './record-scanner.js';
import { RecordTests } from './record-tests.js';
import { fieldThatIsNoText } from './record-text.js';
import { RecordTypes } from './record-types.js';
import { SetAside } from './set-aside.js';

/** @import { BadRecord } from './bad/bad-record.js' */
/** @import { BadRecords } from './bad/bad-records.js' */
/** @import { CsvCounts } from '../counts.js' */
/** @import { FieldPlan } from '../plan/field-plan.js' */
/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Origin } from './record-origin.js' */

/**
 * Applies a field plan to blocks of records: filters records, writes fields as the plan says, and sets bad records aside.
 * Unchanged fields are copied byte for byte.
 */
export class RecordEditor {
  /**
   * @param {object} options
   * @param {FieldPlan} options.plan
   * @param {CsvRule} options.rule
   * @param {number} options.delimiter The input's, one byte.
   * @param {boolean} [options.trailingDelimiter] Whether records may end with a delimiter that the header lacks.
   * @param {boolean} [options.endsWithCrlf] Whether all lines do: a CR at the entry's end then ends its last record.
   * @param {BadRecords} options.bad Told of each bad record.
   * @param {number} options.maxRecordBytes
   * @param {CsvCounts} options.counts Updated here.
   * @param {BlockWriter} [options.output]
   */
  constructor(options) {
    const { plan, rule, delimiter, trailingDelimiter = false, bad, maxRecordBytes, counts } = options;
    const { output = new BlockWriter(CHUNK_BYTES) } = options;
    const scanner = new RecordScanner(delimiter, plan.width, maxRecordBytes);
    const outputDelimiter = plan.table ? copyDelimiter(delimiter) : (rule.output.delimiter?.charCodeAt(0) ?? delimiter);
    this.plan = plan;
    this.rule = rule;
    this.trailingDelimiter = trailingDelimiter;
    this.endsWithCrlf = options.endsWithCrlf ?? false;
    this.maxRecordBytes = maxRecordBytes;
    this.counts = counts;
    this.scanner = scanner;
    this.output = output;
    this.tests = new RecordTests(plan.tests);
    this.types = new RecordTypes(plan.types, outputDelimiter);
    this.writer = new RecordWriter({ plan, scanner, output, delimiter, outputDelimiter, counts });
    this.aside = new SetAside({ rule, bad, counts, width: plan.width, scanner, output, outputDelimiter });
    this.rejected = this.aside.rejected;
    /** @type {{ scanner: RecordScanner, writer: RecordWriter } | null} For records given another number of fields. */
    this.fitted = null;
    /** Whether the engine's module must not edit in its place. */
    this.editsHere = false;
  }

  /**
   * Edits the complete records of a block.
   *
   * @param {Buffer} bytes Must begin with a record.
   * @param {boolean} final Whether the entry ends with this block.
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} [origin] Where the records of translated text come from.
   * @returns {number} How many bytes were used: all except an incomplete record at the end; or up to where the output `isFull`.
   * @throws {CsvError | LimitError}
   */
  edit(bytes, final, position, origin = null) {
    const { scanner, output } = this;
    this.begin(bytes, final);
    for (let isFull = false; !isFull && scanner.next(); isFull = output.isFull)
      this.editRecord(bytes, position, origin);
    this.end();
    return scanner.after;
  }

  /**
   * Edits the first record of a block, or the first line if it has a broken quote.
   *
   * @param {Buffer} bytes Must begin with a record. The entry goes on behind them.
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} [origin] Where the records of translated text come from.
   * @returns {number} How many bytes were used; 0 if the record is incomplete.
   * @throws {CsvError | LimitError}
   */
  editFirst(bytes, position, origin = null) {
    this.begin(bytes, false);
    if (this.scanner.next()) this.editRecord(bytes, position, origin);
    this.end();
    return this.scanner.after;
  }

  /**
   * @param {Buffer} bytes
   * @param {boolean} final
   */
  begin(bytes, final) {
    this.scanner.begin(bytes, final, final && this.endsWithCrlf);
    this.writer.begin(bytes);
    this.rejected.begin(bytes);
  }

  end() {
    this.output.copyPending();
    this.rejected.copyPending();
  }

  /**
   * Edits the record that the scanner has moved to.
   *
   * @param {Buffer} bytes
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} origin
   */
  editRecord(bytes, position, origin) {
    const { scanner, counts, maxRecordBytes } = this;
    const { records } = counts;
    const { width } = this.plan;
    if (scanner.end === scanner.start && width > 1) return;
    if (scanner.after - scanner.lineStart > maxRecordBytes) {
      throw recordTooLong(records.read + 1, byteOf(scanner.lineStart, position, origin), maxRecordBytes);
    }
    if (scanner.fault === null && scanner.fieldCount === width) {
      if (this.accepts(scanner, position, origin)) this.writer.write(bytes);
      return;
    }
    const mayBeComment = this.rule.comments === 'auto' && bytes[scanner.start] === HASH;
    const ragged = mayBeComment || this.aside.bad.mayBeRest(scanner.fieldCount) ? 'bad' : this.rule.ragged;
    const fitting = { ragged, trailingDelimiter: this.trailingDelimiter, width };
    const fitted = scanner.fault === null ? fittedRecord(scanner, fitting) : null;
    if (fitted !== null) {
      this.aside.bad.noteFitted(scanner.fieldCount);
      this.editFitted(fitted, bytes, position, origin);
    } else if (mayBeComment) this.aside.skipComment(position, origin);
    else this.aside.handleBadRecord(position, origin);
  }

  /**
   * Counts a record with the right number of fields as written, filtered or, if a value does not fit, bad.
   *
   * @param {RecordScanner} scanner
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} origin
   * @returns {boolean} Whether it is to be written.
   */
  accepts(scanner, position, origin) {
    const { records } = this.counts;
    const passes = this.tests.pass(scanner, this.counts);
    const misfit = passes ? this.misfit(scanner) : null;
    if (misfit !== null) return this.aside.handleMisfit(misfit, position, origin);
    records.read += 1;
    if (passes) records.written += 1;
    else records.filtered += 1;
    return passes;
  }

  /**
   * @param {RecordScanner} scanner
   * @returns {Pick<BadRecord, 'code' | 'field' | 'type'> | null} What is wrong with the first value that does not fit.
   */
  misfit(scanner) {
    const { table } = this.plan;
    const field = table === null ? null : fieldThatIsNoText(scanner, table);
    if (field !== null) return { code: 'csv/not-utf-8', field };
    const misfit = this.types.misfit(scanner);
    return misfit && { code: 'csv/wrong-type', field: misfit.name, type: misfit.type };
  }

  /**
   * @param {Buffer} record
   * @param {Buffer} bytes The block.
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} origin
   */
  editFitted(record, bytes, position, origin) {
    this.fitted ??= this.openFitted();
    const { scanner, writer } = this.fitted;
    scanner.begin(record, true);
    scanner.next();
    if (!this.accepts(scanner, position, origin)) return;
    this.output.copyPending();
    writer.begin(record);
    writer.write(record);
    this.output.copyPending();
    this.output.begin(bytes);
  }

  /** Most entries need none. */
  openFitted() {
    const { plan, output, counts, writer } = this;
    const { delimiter } = this.scanner;
    const scanner = new RecordScanner(delimiter, plan.width);
    const { outputDelimiter } = writer;
    return { scanner, writer: new RecordWriter({ plan, scanner, output, delimiter, outputDelimiter, counts }) };
  }

  /**
   * Writes the header: with the columns and the delimiter of the records that are written.
   *
   * @param {Buffer} bytes The header's record.
   */
  editHeader(bytes) {
    const scanner = new RecordScanner(this.scanner.delimiter, this.plan.width);
    scanner.begin(bytes, true);
    scanner.next();
    this.output.write(writtenHeader(this.plan, scanner, this.writer.outputDelimiter));
  }
}

const HASH = 0x23;
