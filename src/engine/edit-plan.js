/** @import { FieldChange, FieldPlan } from '../csv/field-plan.js' */
/** @import { RecordEditor } from '../csv/record-editor.js' */
/** @import { Engine } from './engine.js' */

/**
 * Whether the module can carry out a plan.
 *
 * @param {Engine} engine
 * @param {FieldPlan} plan
 * @param {FieldChange[]} phones Those that JavaScript formats.
 */
export function fitsModule({ exports }, { width }, phones) {
  const growth = phones.length * exports.REPLACEMENT_BYTES.value;
  return width <= exports.MAX_FIELDS.value && growth <= MAX_GROWTH_BYTES;
}

/**
 * Writes a plan into the module's memory, as `assembly/edit-plan.ts` lays it out.
 *
 * @param {Engine} engine
 * @param {RecordEditor} editor
 * @param {FieldChange[]} phones
 */
export function writePlan({ exports, memory }, { plan, writer, scanner, maxRecordBytes }, phones) {
  const required = plan.tests.map(({ index }) => index);
  const numbers = [
    ...[scanner.delimiter, writer.outputDelimiter, plan.width, Math.min(maxRecordBytes, 0x7fff_ffff)],
    ...[phones.length * exports.REPLACEMENT_BYTES.value, writer.lastKept],
    ...[Number(writer.keepsOneField), Number(writer.mayEmptyRecords)],
    ...[required.length, writer.runs.length, ...required],
  ];
  for (const run of writer.runs) {
    numbers.push(run.first, run.last, run.changes.length);
    for (const phone of run.changes) numbers.push(phone.index, phones.indexOf(phone));
  }
  new Int32Array(memory.buffer, exports.PLAN.value).set(numbers);
}

const MAX_GROWTH_BYTES = 16_384;
