import { QUOTE } from '../csv/find-byte.js';

/** @import { FieldChange, Fits } from '../csv/field-plan.js' */
/** @import { RecordEditor } from '../csv/record-editor.js' */
/** @import { Engine } from './engine.js' */

/**
 * Writes into the module's memory which changes it tries before it calls back for them, as `assembly/quick-change.ts` lays them
 * out.
 *
 * @param {Engine} engine
 * @param {RecordEditor['writer']} writer
 * @param {{ change: FieldChange, fits: Fits | null }[]} changes Those that the module calls back for.
 */
export function writeQuickChanges({ exports, memory }, { isForCopy, outputDelimiter }, changes) {
  const start = exports.QUICK.value;
  memory.fill(0, start, start + exports.MAX_QUICK.value * QUICK_BYTES);
  // COPY needs other quotes than a file.
  if (isForCopy) return;
  for (const [index, { change, fits }] of changes.slice(0, exports.MAX_QUICK.value).entries()) {
    if (fits !== null || change.nulls !== null) continue;
    const at = start + index * QUICK_BYTES;
    const isWritten = writeMask(memory, at, change, outputDelimiter) || writeDate(memory, at, change, outputDelimiter);
    if (isWritten) memory.writeInt32LE(Number(change.trims), at + TRIMS);
  }
}

/**
 * @param {Buffer} memory
 * @param {number} at
 * @param {FieldChange} change
 * @param {number} outputDelimiter
 * @returns {boolean} Whether the change is a mask that the module can write.
 */
function writeMask(memory, at, { date, phone, hash, mask }, outputDelimiter) {
  if (mask === null || date !== null || phone !== null || hash !== null) return false;
  const { substitute, keepLast } = mask;
  if (substitute === undefined || keepLast === undefined || substitute === outputDelimiter || substitute === QUOTE)
    return false;
  memory.writeInt32LE(MASK, at);
  memory.writeInt32LE(substitute, at + SUBSTITUTE);
  memory.writeInt32LE(Math.min(keepLast, MOST_KEPT), at + KEEP_LAST);
  return true;
}

/**
 * @param {Buffer} memory
 * @param {number} at
 * @param {FieldChange} change
 * @param {number} outputDelimiter
 * @returns {boolean} Whether the change is a date that the module can read and write.
 */
function writeDate(memory, at, { date, phone, hash, mask }, outputDelimiter) {
  const fixed = date?.fixed;
  if (!fixed || phone !== null || hash !== null || mask !== null || fixed.width > MOST_DATE_BYTES) return false;
  if (/[-0-9]/.test(String.fromCharCode(outputDelimiter)) || fixed.text.some(({ byte }) => byte === QUOTE))
    return false;
  memory.writeInt32LE(DATE, at);
  for (const [index, number] of [fixed.width, fixed.year, fixed.month, fixed.day].entries()) {
    memory.writeInt32LE(number, at + WIDTH + 4 * index);
  }
  for (const { position, byte } of fixed.text) {
    memory[at + TEXT + position] = byte;
    memory[at + IS_TEXT + position] = 0xff;
  }
  return true;
}

// As in assembly/quick-change.ts.
const QUICK_BYTES = 64;
const TRIMS = 4;
const KEEP_LAST = 8;
const SUBSTITUTE = 12;
const WIDTH = 8;
const TEXT = 32;
const IS_TEXT = 48;
const MASK = 1;
const DATE = 2;
const MOST_DATE_BYTES = 16;
// No longer value is masked by the module.
const MOST_KEPT = 1024;
