import { quotedIfSpecial } from '../csv/text/quoting.js';

/** @import { FieldChange, FieldPlan, Fits, OutputPart, Run } from '../csv/plan/field-plan.js' */
/** @import { Engine } from './engine.js' */

/**
 * The parts of a plan as `assembly/plan/edit-plan.ts` describes them.
 *
 * @typedef {object} PartLayout
 * @property {number} count How many parts the module writes.
 * @property {number[]} numbers For PARTS.
 * @property {Buffer} texts For TEXTS.
 * @property {{ change: FieldChange, fits: Fits }[]} changes Those that the module calls back for, and what their results have to fit.
 * @property {boolean} numbersRecords Whether a column has the records' numbers.
 * @property {Buffer | null} keyBlock The key of the hashes that the module computes, as RFC 2104 pads it; null if there are none.
 * @property {number} growth How many bytes may be added to a record.
 */

/**
 * @param {FieldPlan} plan
 * @param {number} outputDelimiter One byte.
 * @param {Engine['exports']} exports
 * @returns {PartLayout}
 */
export function layOutParts({ parts, types }, outputDelimiter, exports) {
  /** @type {PartLayout['changes']} */
  const changes = [];
  const typed = new Map(types.map(({ change, fits }) => [change, fits]));
  /** @type {number[][]} */
  const lists = [];
  const delimiter = Buffer.from([outputDelimiter]);
  let texts = Buffer.alloc(0);
  let growth = 0;
  for (const [position, part] of parts.entries()) {
    if (part.kind === 'fields') {
      lists.push(layOutRun(part, { outputDelimiter, typed, changes }));
      growth += HASH_BYTES * part.changes.filter(({ hash }) => hash !== null).length;
    } else if (part.value === 'record') {
      lists.push([SET_NUMBER, 0, 0]);
      growth += NUMBER_BYTES;
    } else {
      const value = quotedIfSpecial(part.value, outputDelimiter);
      const text = position < parts.length - 1 ? Buffer.concat([value, delimiter]) : value;
      const former = lists.at(-1);
      // Adjacent columns are one text.
      if (former?.[0] === SET_TEXT) former[2] += text.length;
      else lists.push([SET_TEXT, exports.TEXTS.value + texts.length, text.length]);
      texts = Buffer.concat([texts, text]);
    }
  }
  return {
    count: lists.length,
    numbers: lists.flat(),
    texts,
    changes,
    keyBlock: keyBlockOf(parts),
    numbersRecords: parts.some(part => part.kind === 'set' && part.value === 'record'),
    growth: growth + texts.length + changes.length * exports.REPLACEMENT_BYTES.value,
  };
}

/** @param {OutputPart[]} parts */
function keyBlockOf(parts) {
  for (const part of parts) {
    if (part.kind !== 'fields') continue;
    for (const { hash } of part.changes) if (hash?.keyBlock) return hash.keyBlock;
  }
  return null;
}

/**
 * @param {Run} run
 * @param {object} layout
 * @param {number} layout.outputDelimiter
 * @param {Map<FieldChange | null, Fits>} layout.typed
 * @param {PartLayout['changes']} layout.changes Those that the module calls back for; added to.
 */
function layOutRun(run, { outputDelimiter, typed, changes }) {
  const list = [run.first, run.last, run.changes.length];
  for (const change of run.changes) {
    const fits = typed.get(change) ?? null;
    const kind = fits === null ? kindOf(change, outputDelimiter) : null;
    list.push(change.index, kind ?? changes.length + (change.nulls?.quotesEmpty ? QUOTES_EMPTY : 0));
    if (kind === null) changes.push({ change, fits });
  }
  return list;
}

/**
 * @param {FieldChange} change
 * @param {number} outputDelimiter
 * @returns {number | null} null if the module calls back for it.
 */
function kindOf({ trims, date, phone, hash, mask, nulls }, outputDelimiter) {
  if (date !== null || mask !== null || nulls !== null) return null;
  if (hash !== null) {
    // The module writes no quotes around a hash.
    if (phone !== null || hash.keyBlock === undefined || isHexDigit(outputDelimiter)) return null;
    return trims ? TRIM_AND_HASH : HASH;
  }
  if (phone === null) return TRIM;
  if (phone.format !== null) return null;
  return trims ? TRIM_AND_STRIP : STRIP;
}

/** @param {number} byte */
function isHexDigit(byte) {
  return /[0-9a-f]/.test(String.fromCharCode(byte));
}

// As in assembly/plan/edit-plan.ts.
const SET_TEXT = -1;
const SET_NUMBER = -2;
const QUOTES_EMPTY = 1 << 16;
const STRIP = -1;
const TRIM = -2;
const TRIM_AND_STRIP = -3;
const HASH = -4;
const TRIM_AND_HASH = -5;

// In quotes.
const HASH_BYTES = 66;

// With a delimiter.
const NUMBER_BYTES = 21;
