import { isBlank, isEmptyLine, readOpening, textOf } from '../csv/reference-records.js';
import { strippedPhone } from '../csv/stripped-phone.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */
/** @import { ReferenceRecord } from '../csv/reference-records.js' */
/** @import { ReadRecord } from './csv-parse-reading.js' */

/**
 * The expected result for a text, from the records that csv-parse found in it: values, not bytes.
 *
 * @param {object} reading
 * @param {string} reading.text
 * @param {CsvRule} reading.rule
 * @param {string} reading.delimiter
 * @param {readonly ReadRecord[]} reading.records
 * @param {readonly ReferenceRecord[]} reading.ours Show which of them are broken.
 * @returns {{ rows: string[][], bad: string, header: 0 | 1, emptyLines: number }} `bad`: the bytes of the bad records,
 *   `header`, `emptyLines`: how many there were, of those that are no records.
 */
export function expectedOf({ text, rule, delimiter, records, ours }) {
  /** @type {string[][]} */
  const rows = [];
  let bad = '';
  let emptyLines = 0;
  const first = ours.findIndex(({ fields }) => !isEmptyLine(fields));
  const given = Array.isArray(rule.header) ? rule.header : null;
  if (given === null && /^[\r\n]*$/.test(text)) return { rows, bad, header: 0, emptyLines: ours.length };

  // The first record is read literally where its quotes are broken.
  const { fields: shown, isTrailing } = readOpening(ours, { rule, delimiter, to: text.length });
  const opening = shown.map(textOf);
  const width = given?.length ?? opening.length;
  const names = given ?? (rule.header === true ? opening.map(utf8) : []);
  const kept = keptBy(rule, names, width);
  const phones = rule.phones.flatMap(({ field }) => positionsOf(field, names));
  const required = rule.require.flatMap(field => positionsOf(field, names)).filter(index => index < width);
  for (const [index, { fields: all, start, raw, fault }] of ours.entries()) {
    const values = records[index]?.values ?? [];
    const isCut = isTrailing && all.length === width + 1 && isBlank(all[width]);
    const fields = isCut ? all.slice(0, width) : all;
    if (rule.header === true && index === first) {
      rows.push(kept.map(column => opening[column]));
    } else if ((width > 1 && isEmptyLine(fields)) || (rule.header === true && index < first)) {
      emptyLines += 1;
    } else if (fault !== null || fields.length !== width) {
      bad += text.slice(start - ours[0].start, start - ours[0].start + raw.length);
    } else if (required.every(column => values[column] !== '')) {
      rows.push(kept.map(column => (phones.includes(column) ? strippedPhone(values[column]) : values[column])));
    }
  }
  return { rows, bad, header: rule.header === true ? 1 : 0, emptyLines };
}

/**
 * @param {CsvRule} rule
 * @param {readonly string[]} names
 * @param {number} width
 */
function keptBy({ drop, keep }, names, width) {
  const dropped = drop.flatMap(field => positionsOf(field, names));
  const wanted = keep?.flatMap(field => positionsOf(field, names));
  const columns = Array.from({ length: width }, (_, column) => column);
  return columns.filter(column => !dropped.includes(column) && (wanted?.includes(column) ?? true));
}

/**
 * @param {string | number} field
 * @param {readonly string[]} names
 */
function positionsOf(field, names) {
  if (typeof field === 'number') return [field];
  return names.flatMap((name, column) => (name === field ? [column] : []));
}

/** @param {string} latin1 */
function utf8(latin1) {
  return Buffer.from(latin1, 'latin1').toString();
}
