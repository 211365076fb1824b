import { CHUNK_BYTES } from '../../memory/memory-plan.js';
import { RecordEditor } from '../records/record-editor.js';
import { byteOf } from '../records/record-origin.js';
import { BlockWriter } from './block-writer.js';
import { CR, LF } from './find-byte.js';

/** @import { Origin } from '../records/record-origin.js' */

/**
 * Which line of an entry's rows is sought, as COPY counts them. `onFound` is called once, if the line is a record's last one:
 * `record` counts from 1, `byte` from 0 in the inflated entry.
 *
 * @typedef {{ line: number, onFound: (place: { record: number, byte: number }) => void }} SoughtLine
 */

/**
 * Edits as a RecordEditor does, but writes nothing: it finds out which record becomes a line of the rows. Only for a plan with a
 * table.
 */
export class LineSeeker extends RecordEditor {
  /** @param {ConstructorParameters<typeof RecordEditor>[0] & { sought: SoughtLine }} options */
  constructor({ sought, ...options }) {
    const counter = new LineCounter(CHUNK_BYTES);
    super({ ...options, output: counter });
    this.sought = sought;
    this.counter = counter;
    /** The last line of the record before, as COPY counts. */
    this.line = 0;
    this.editsHere = true;
  }

  /**
   * @param {Buffer} bytes
   * @param {number} position
   * @param {Origin | null} origin
   */
  editRecord(bytes, position, origin) {
    const { counter, sought, scanner } = this;
    const { records } = this.counts;
    const { written } = records;
    super.editRecord(bytes, position, origin);
    if (records.written === written) return;
    counter.copyPending();
    // COPY names the last line of a record. Until the first line end it does not know which kind the rows have, and counts the
    // CRs that are in quotes.
    this.line += written === 0 ? 1 + counter.returns : counter.newlines;
    counter.clear();
    if (this.line !== sought.line) return;
    sought.onFound({ record: records.read, byte: byteOf(scanner.lineStart, position, origin) });
  }
}

/** Counts line ends, and keeps nothing. */
class LineCounter extends BlockWriter {
  newlines = 0;
  returns = 0;

  /**
   * @param {Buffer} source
   * @param {number} start
   * @param {number} end
   */
  copy(source, start, end) {
    for (let at = start; at < end; at++) {
      if (source[at] === LF) this.newlines += 1;
      else if (source[at] === CR) this.returns += 1;
    }
  }

  clear() {
    this.newlines = 0;
    this.returns = 0;
  }
}
