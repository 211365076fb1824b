import { markWhole } from '../memory/chunk-memory.js';

/** @import { Reason } from './bad-records.js' */
/** @import { Shape } from './block-editor.js' */

/**
 * Makes an entry's reasons file, in blocks: a line of JSON with the entry's name, dialect and header, then one for each
 * bad record or skipped line. Without these it makes nothing.
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
  }

  /** @param {Shape} shape */
  begin(shape) {
    this.shape = shape;
  }

  /** @param {Reason} reason */
  add(reason) {
    this.text += lineOf(reason);
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
    return [Buffer.from(`${JSON.stringify({ entry: this.entry, dialect, header: names })}\n`), ...taken];
  }

  endBlock() {
    this.full.push(markWhole(Buffer.from(this.text)));
    this.text = '';
  }
}

/**
 * The reason as JSON. There may be very many, and `JSON.stringify` takes three times as long.
 *
 * @param {Reason} reason
 */
function lineOf(reason) {
  const { record, byte, code } = reason;
  let more = '';
  if ('fields' in reason && reason.fields !== undefined) more += `,"fields":${reason.fields}`;
  if ('field' in reason && reason.field !== undefined) more += `,"field":${JSON.stringify(reason.field)}`;
  if ('type' in reason && reason.type !== undefined) more += `,"type":"${reason.type}"`;
  return `{"record":${record},"byte":${byte},"code":"${code}"${more}}\n`;
}

const BLOCK_LENGTH = 65_536;
