import { ZipWriter } from '../generate-data/zip-writer.js';

/** @import { Condition, CsvRule, Field, Recipe } from '../../src/recipe/recipe.js' */

/**
 * Makes a tiny archive for a recipe: a CSV entry with every field that the recipe names for it, and a text file.
 *
 * @param {Recipe} recipe
 * @returns {Promise<Buffer>}
 */
export async function makeSmokeArchive(recipe) {
  /** @type {Uint8Array[]} */
  const parts = [];
  const zip = new ZipWriter(bytes => void parts.push(bytes));
  const rule = recipe.ruleFor(CSV_NAME);
  await zip.add(CSV_NAME, Buffer.from(rule.action === 'csv' ? csvFor(rule.csv) : 'id,phone\n1,+12125550123\n'));
  await zip.add('README.txt', Buffer.from('This archive was made by a smoke test. It may be deleted.\n'));
  await zip.finish();
  return Buffer.concat(parts);
}

/** @param {CsvRule} rule */
function csvFor(rule) {
  const { delimiter, header, require, phones } = rule;
  const between = delimiter === 'auto' ? ',' : delimiter;
  const named = fieldsOf(rule);
  const width = Math.max(-1, ...named.filter(field => typeof field === 'number')) + 1;
  const names = Array.isArray(header) ? header : [...new Set(['id', ...named.filter(isName)])];
  while (names.length < width) names.push(`field ${names.length}`);
  const isPhone = (/** @type {string} */ name, /** @type {number} */ index) =>
    phones.some(({ field }) => field === name || field === index);
  const record = names.map((name, index) => (isPhone(name, index) ? '+12125550123' : `a value of ${index}`));
  const partly = record.map((value, index) =>
    require.some(field => field === names[index] || field === index) ? '' : value,
  );
  const lines = [...(header === true ? [names] : []), record, partly];
  return lines.map(fields => `${fields.map(field => quoted(field, between)).join(between)}\n`).join('');
}

/**
 * The fields of an entry that a rule names.
 *
 * @param {CsvRule} rule
 * @returns {Field[]}
 */
function fieldsOf({ drop, keep, require, phones, trim, where, dates, hash, mask, set, select, rename }) {
  const added = new Set(set.map(([name]) => name));
  return [
    ...drop,
    ...(keep ?? []),
    ...require,
    ...(typeof trim === 'boolean' ? [] : trim),
    ...(where === null ? [] : testedFields(where)),
    ...[...phones, ...dates, ...mask].map(({ field }) => field),
    ...hash,
    ...(select ?? []).filter(field => typeof field === 'number' || !added.has(field)),
    ...rename.map(([name]) => name),
  ];
}

/** @param {Condition} condition @returns {Field[]} */
function testedFields(condition) {
  if ('field' in condition) return [condition.field];
  if ('not' in condition) return testedFields(condition.not);
  return ('all' in condition ? condition.all : condition.any).flatMap(testedFields);
}

/** @param {string | number} field @returns {field is string} */
function isName(field) {
  return typeof field === 'string';
}

/**
 * @param {string} field
 * @param {string} delimiter
 */
function quoted(field, delimiter) {
  return /["\r\n]/.test(field) || field.includes(delimiter) ? `"${field.replaceAll('"', '""')}"` : field;
}

const CSV_NAME = 'sluice-smoke.csv';
