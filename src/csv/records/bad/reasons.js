import { markWhole } from '../../../memory/chunk-memory.js';
import { BadTallies } from './bad-tallies.js';

/** @import { Reason } from './bad-record.js' */
/** @import { Tally } from './bad-tallies.js' */
/** @import { Shape } from '../../shape.js' */

/**
 * Makes an entry's reasons file, in blocks: a line of JSON with the entry's name, dialect and header, then one for each
 * bad record or skipped line. Without these it makes nothing.
 *
 * The lines may be longer than the records. Beyond four times the records' bytes, and some thousand bytes that are free, a reason
 * is only counted. At the end there is a line for each kind of reason that was counted, with the first such record.
 */
export class Reasons {
  /** @param {string} entry Its name. */
  constructor(entry) {
    this.entry = entry;
    /** @type {Shape | null} null until the header is known */
    this.shape = null;
    /** Whether the first line is written, perhaps by an earlier turn. */
    this.hasHead = false;
    /** @type {Buffer[]} */
    this.full = [];
    this.text = '';
    /** How many bytes the records have, and the lines for them. */
    this.recordBytes = 0;
    this.lineBytes = 0;
    this.repeats = new BadTallies();
  }

  /** @param {Shape} shape */
  begin(shape) {
    this.shape = shape;
  }

  /**
   * @param {Reason} reason
   * @param {number} bytes How many the record has.
   * @param {boolean} [isBeyond] Whether there are more bad records so far than there may be.
   */
  add(reason, bytes, isBeyond = false) {
    this.recordBytes += bytes;
    const most = FREE_BYTES + (isBeyond ? 0 : MAX_GROWTH * this.recordBytes);
    const isFull = this.lineBytes + LEAST_LINE_BYTES > most;
    const line = isFull ? '' : lineOf(reason);
    const length = Buffer.byteLength(line);
    if (isFull || this.lineBytes + length > most) {
      this.repeats.add(reason);
      return;
    }
    this.lineBytes += length;
    this.addLine(line);
  }

  /** Call it at the end of the entry. */
  end() {
    if (this.repeats.isEmpty) return;
    for (const { fields, ...tally } of this.repeats.all()) {
      const repeated = /** @type {Reason & { count: number }} */ ({ ...tally, ...(fields !== null && { fields }) });
      this.addLine(lineOf(repeated));
    }
    this.repeats = new BadTallies();
  }

  /** @param {string} line */
  addLine(line) {
    this.text += line;
    if (this.text.length >= BLOCK_LENGTH) this.endBlock();
  }

  /**
   * @param {boolean} final Whether to flush a block that is not full too.
   * @returns {Buffer[]} The blocks filled since the last call; none as long as the header is not known.
   */
  take(final) {
    if (this.shape === null) return [];
    if (final && this.text !== '') this.endBlock();
    const taken = this.full;
    this.full = [];
    if (taken.length === 0 || this.hasHead) return taken;
    this.hasHead = true;
    const { dialect, names } = this.shape;
    return [Buffer.from(`${JSON.stringify({ entry: this.entry, dialect, ...boundedHeader(names) })}\n`), ...taken];
  }

  /** @returns {ReasonsState} */
  snapshot() {
    const { hasHead, recordBytes, lineBytes, repeats } = this;
    return { hasHead, recordBytes, lineBytes, repeats: repeats.all() };
  }

  /** @param {Partial<ReasonsState>} state Once all blocks are taken. */
  restore({ hasHead = false, recordBytes = 0, lineBytes = 0, repeats = [] }) {
    Object.assign(this, { hasHead, recordBytes, lineBytes, repeats: new BadTallies(repeats) });
  }

  endBlock() {
    this.full.push(markWhole(Buffer.from(this.text)));
    this.text = '';
  }
}

/** @typedef {{ hasHead: boolean, recordBytes: number, lineBytes: number, repeats: Tally[] }} ReasonsState */

/**
 * @param {string[] | null} names
 * @returns {{ header: string[] | null, fields?: number }} `fields`: how many there are, if not all names are there.
 */
function boundedHeader(names) {
  if (names === null) return { header: null };
  const header = [];
  let length = 0;
  let isWhole = true;
  for (const name of names) {
    const shown = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
    length += JSON.stringify(shown).length;
    isWhole &&= shown === name && length <= MAX_HEADER_LENGTH;
    if (length > MAX_HEADER_LENGTH) break;
    header.push(shown);
  }
  return isWhole ? { header } : { header, fields: names.length };
}

/**
 * The reason as JSON. There may be very many, and `JSON.stringify` takes three times as long.
 *
 * @param {Reason & { count?: number }} reason
 */
function lineOf(reason) {
  const { record, byte, code } = reason;
  let more = '';
  if ('fields' in reason && reason.fields !== undefined) more += `,"fields":${reason.fields}`;
  if ('field' in reason && reason.field !== undefined) more += `,"field":${JSON.stringify(reason.field)}`;
  if ('type' in reason && reason.type !== undefined) more += `,"type":"${reason.type}"`;
  if (reason.count !== undefined) more += `,"count":${reason.count}`;
  return `{"record":${record},"byte":${byte},"code":"${code}"${more}}\n`;
}

const BLOCK_LENGTH = 65_536;
const FREE_BYTES = 4096;
const MAX_GROWTH = 4;
/** Without it, each line would be made only to see that it is too long. */
const LEAST_LINE_BYTES = 40;
const MAX_NAME_LENGTH = 100;
/** In characters of JSON. */
const MAX_HEADER_LENGTH = 16_384;
