/** @import { OutputPart } from '../csv/plan/field-plan.js' */
/** @import { RecordEditor } from '../csv/records/record-editor.js' */
/** @import { Engine } from './engine.js' */
/** @import { PartLayout } from './part-layout.js' */

/**
 * Whether the module can carry out a plan.
 *
 * @param {Engine} engine
 * @param {RecordEditor} editor
 * @param {PartLayout} layout Of the plan's parts.
 */
export function fitsModule({ exports }, { plan, writer, editsHere }, layout) {
  if (editsHere) return false;
  // The module writes no quotes around a record's number.
  if (layout.numbersRecords && isDigit(writer.outputDelimiter)) return false;
  // Nor around a value that COPY takes for the end, on a line of its own.
  if (writer.isForCopy && writer.keepsOneField) return false;
  return (
    plan.width <= exports.MAX_FIELDS.value &&
    plan.tests.length <= exports.MAX_TESTS.value &&
    plan.types.length <= exports.MAX_TYPES.value &&
    layout.numbers.length <= exports.PARTS_NUMBERS.value &&
    layout.texts.length <= exports.TEXTS_BYTES.value &&
    layout.growth <= MAX_GROWTH_BYTES
  );
}

/**
 * Writes a plan into the module's memory, as `assembly/plan/edit-plan.ts` lays it out.
 *
 * @param {Engine} engine
 * @param {RecordEditor} editor
 * @param {PartLayout} layout Of the plan's parts.
 */
export function writePlan({ exports, memory }, { plan, writer, scanner, maxRecordBytes }, layout) {
  const keptAlone = fieldKeptAlone(plan.parts);
  const mayEmptyRecords = keptAlone !== null && (plan.width > 1 || keptAlone.changes.length > 0);
  const numbers = [
    ...[scanner.delimiter, writer.outputDelimiter, plan.width, Math.min(maxRecordBytes, 0x7fff_ffff)],
    // HOLDS_RETURNS is written with each block.
    ...[layout.growth, 0],
    ...[Number(keptAlone !== null), Number(mayEmptyRecords)],
    ...[layout.count, Number(isScattered(plan.parts)), Number(writer.isForCopy)],
  ];
  new Int32Array(memory.buffer, exports.PLAN.value).set(numbers);
  new Int32Array(memory.buffer, exports.PARTS.value).set(layout.numbers);
  layout.texts.copy(memory, exports.TEXTS.value);
  if (layout.keyBlock === null) return;
  layout.keyBlock.copy(memory, exports.HASH_KEY.value);
  exports.useHashKey();
}

/** @param {OutputPart[]} parts */
function fieldKeptAlone([part, ...others]) {
  return others.length === 0 && part.kind === 'fields' && part.first === part.last ? part : null;
}

/**
 * @param {OutputPart[]} parts
 * @returns {boolean} Whether fields are written in another order than the input's.
 */
function isScattered(parts) {
  let last = -1;
  for (const part of parts) {
    if (part.kind !== 'fields') continue;
    if (part.first < last) return true;
    last = part.last;
  }
  return false;
}

/** @param {number} byte */
function isDigit(byte) {
  return byte >= 0x30 && byte <= 0x39;
}

const MAX_GROWTH_BYTES = 16_384;
