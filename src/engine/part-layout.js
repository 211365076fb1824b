import { quotedIfSpecial } from '../csv/quoting.js';

/** @import { FieldChange, OutputPart, Run } from '../csv/field-plan.js' */
/** @import { Engine } from './engine.js' */

/**
 * The parts of a plan as `assembly/edit-plan.ts` describes them.
 *
 * @typedef {object} PartLayout
 * @property {number} count How many parts the module writes.
 * @property {number[]} numbers For PARTS.
 * @property {Buffer} texts For TEXTS.
 * @property {FieldChange[]} changes Those that the module calls back for.
 * @property {boolean} numbersRecords Whether a column has the records' numbers.
 * @property {number} growth How many bytes may be added to a record.
 */

/**
 * @param {OutputPart[]} parts
 * @param {number} outputDelimiter One byte.
 * @param {Engine['exports']} exports
 * @returns {PartLayout}
 */
export function layOutParts(parts, outputDelimiter, exports) {
  /** @type {FieldChange[]} */
  const changes = [];
  /** @type {number[][]} */
  const lists = [];
  const delimiter = Buffer.from([outputDelimiter]);
  let texts = Buffer.alloc(0);
  let growth = 0;
  for (const [position, part] of parts.entries()) {
    if (part.kind === 'fields') {
      lists.push(layOutRun(part, changes));
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
    numbersRecords: parts.some(part => part.kind === 'set' && part.value === 'record'),
    growth: growth + texts.length + changes.length * exports.REPLACEMENT_BYTES.value,
  };
}

/**
 * @param {Run} run
 * @param {FieldChange[]} changes Those that the module calls back for; added to.
 */
function layOutRun(run, changes) {
  const list = [run.first, run.last, run.changes.length];
  for (const change of run.changes) {
    const kind = kindOf(change);
    list.push(change.index, kind ?? changes.length);
    if (kind === null) changes.push(change);
  }
  return list;
}

/**
 * @param {FieldChange} change
 * @returns {number | null} null if the module calls back for it.
 */
function kindOf({ trims, date, phone, hash, mask }) {
  if (date !== null || hash !== null || mask !== null) return null;
  if (phone === null) return TRIM;
  return phone.format === null && !trims ? STRIP : null;
}

// As in assembly/edit-plan.ts.
const SET_TEXT = -1;
const SET_NUMBER = -2;
const STRIP = -1;
const TRIM = -2;

// With a delimiter.
const NUMBER_BYTES = 21;
