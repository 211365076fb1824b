import { unionOf } from '../../recipe/field-names.js';
import { changesOf, trimmedFields } from './field-changes.js';
import { FAIL, PASS } from './field-plan.js';
import { FieldFinder } from './find-fields.js';
import { columnsOf, partsOf, refuseDuplicates, refuseNoFields, renamedFields } from './output-columns.js';
import { tablePlan } from './table-plan.js';
import { typedFields } from './typed-fields.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { FieldPlan, RecordTest, Transforms } from './field-plan.js' */

/**
 * Compiles a rule against an entry's header into a plan. An entry with the rule and the header of the entry
 * before it shares its plan, unless the rule adds columns.
 *
 * @param {CsvRule} rule
 * @param {Transforms} transforms
 * @param {string[] | null} names The header; null if the entry has none.
 * @param {number} width How many fields a record has.
 * @returns {FieldPlan}
 * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`, `csv/duplicate-column`, `csv/nothing-kept`,
 *   `csv/column-name`
 */
export function planFields(rule, transforms, names, width) {
  const isFor = last?.rule === rule && last.transforms === transforms && last.plan.width === width;
  if (last !== null && isFor && isSame(last.names, names)) return last.plan;
  // First of all, the memory of the last one is freed: a plan of many columns is large.
  last = null;
  const plan = planOf(rule, transforms, names, width);
  if (width <= MAX_SHARED_WIDTH) last = { rule, transforms, names, plan };
  return plan;
}

/**
 * @param {CsvRule} rule
 * @param {Transforms} transforms
 * @param {string[] | null} names
 * @param {number} width
 * @returns {FieldPlan}
 */
function planOf(rule, transforms, names, width) {
  const finder = new FieldFinder(rule, names, width);
  const columns = columnsOf(rule, transforms, finder);
  const trimmed = trimmedFields(rule, finder);
  const tests = testsOf(rule, transforms, finder, trimmed);
  const changes = changesOf(rule, transforms, finder, trimmed);
  const types = typedFields(rule, transforms, finder, { columns, changes, trimmed });
  const renamed = renamedFields(rule, finder);
  refuseNoFields(columns, finder);
  // Names that the recipe gives to an entry without a header are not written, unless it says so.
  if (names !== null && (!Array.isArray(rule.header) || rule.writeHeader)) {
    const nameOf = (/** @type {number} */ index) => (trimmed.has(index) ? names[index].trim() : names[index]);
    refuseDuplicates(columns, renamed, nameOf);
  }
  const table = tablePlan(rule, finder, { columns, renamed, trimmed });
  return {
    width,
    tests,
    types,
    parts: partsOf(columns, changes),
    renamed,
    trimmed,
    table,
    missing: finder.listMissing(),
  };
}

/**
 * @param {CsvRule} rule
 * @param {Transforms} transforms
 * @param {FieldFinder} finder
 * @param {Set<number>} trimmed
 * @returns {RecordTest[]} Those of `require`, then those of `where`.
 */
function testsOf(rule, transforms, finder, trimmed) {
  const required = [...unionOf(rule.require.map(field => finder.one(field, 'require')))];
  const conditions = transforms.where(finder, trimmed);
  /** @param {number} next */
  const behind = next => (next < 0 ? next : next + required.length);
  return [
    ...required.map((index, number) => ({
      index,
      trims: trimmed.has(index),
      test: { kind: /** @type {const} */ ('empty') },
      onTrue: FAIL,
      onFalse: number + 1 < required.length || conditions.length > 0 ? number + 1 : PASS,
    })),
    ...conditions.map(test => ({ ...test, onTrue: behind(test.onTrue), onFalse: behind(test.onFalse) })),
  ];
}

/**
 * @param {string[] | null} names
 * @param {string[] | null} others
 */
function isSame(names, others) {
  if (names === null || others === null) return names === others;
  return names.length === others.length && names.every((name, index) => name === others[index]);
}

/** @type {{ rule: CsvRule, transforms: Transforms, names: string[] | null, plan: FieldPlan } | null} */
let last = null;
/** A plan of more columns is not kept for the next entry. */
const MAX_SHARED_WIDTH = 1_000;
