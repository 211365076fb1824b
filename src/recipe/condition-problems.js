import { Turns } from '../streams/turns.js';
import { leavesOf } from './named-fields.js';
import { parseOperand } from './operand.js';
import { compilePattern } from './pattern.js';
import { MAX_PATTERN_SIZE, MAX_PATTERNS_SIZE, patternSize } from './pattern-size.js';
import schema from './recipe.schema.json' with { type: 'json' };
import { shown } from './shown.js';
import { INEXACT, isInexact } from './transform-conflicts.js';

/** @import { Condition, FieldCondition } from './recipe.js' */
/** @import { Path } from './path.js' */
/** @import { Report } from './problems.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Reports conditions that could not be tested.
 *
 * @param {WrittenCsv} csv
 * @param {Report} report
 * @param {{ left: number }} room How many parts the recipe's regular expressions may still have.
 */
export async function refuseWrongConditions({ where }, report, room) {
  if (where === undefined) return;
  refuseMisplacedOperators(where, ['where'], report);
  const turns = new Turns();
  for (const { path, leaf } of leavesOf(where)) {
    if (OPERATORS.every(operator => leaf[operator] === undefined)) {
      report(path, `tests nothing: it must have one of ${OPERATORS.join(', ')}`, 'recipe/missing-key');
    }
    refuseInexactNumbers(leaf, path, report);
    refuseWrongOperands(leaf, path, report);
    if (leaf.matches !== undefined) await turns.before(patternSize(leaf.matches) * WORK_OF_A_PART);
    await refuseWrongPattern(leaf, path, report, room);
  }
}

/**
 * @param {Condition} condition
 * @param {Path} path
 * @param {Report} report
 */
function refuseMisplacedOperators(condition, path, report) {
  if ('field' in condition) return;
  const group = 'all' in condition ? 'all' : 'any' in condition ? 'any' : 'not';
  const misplaced = OPERATORS.find(operator => operator in condition);
  if (misplaced !== undefined) {
    report([...path, misplaced], `stands beside "${group}": write it beside a "field"`);
  }
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [condition.not];
  for (const [index, part] of parts.entries()) {
    refuseMisplacedOperators(part, group === 'not' ? [...path, 'not'] : [...path, group, index], report);
  }
}

/**
 * @param {FieldCondition} leaf
 * @param {Path} path
 * @param {Report} report
 */
function refuseInexactNumbers(leaf, path, report) {
  for (const operator of VALUES) {
    if (isInexact(leaf[operator]))
      report([...path, operator], `is ${leaf[operator]}, ${INEXACT}`, 'recipe/wrong-value');
  }
  for (const [index, value] of (leaf.in ?? []).entries()) {
    if (isInexact(value)) report([...path, 'in', index], `is ${value}, ${INEXACT}`, 'recipe/wrong-value');
  }
}

/**
 * @param {FieldCondition} leaf
 * @param {Path} path
 * @param {Report} report
 */
function refuseWrongOperands(leaf, path, report) {
  /** @type {{ kind: string, operator: string } | null} */
  let first = null;
  for (const operator of COMPARISONS) {
    const operand = leaf[operator];
    if (operand === undefined) continue;
    const kind = parseOperand(operand)?.kind;
    if (kind === undefined) {
      const must = schema.definitions.condition.properties[operator].title;
      report([...path, operator], `is ${shown(operand)}, but must be ${must}`, 'recipe/wrong-value');
    } else if (first !== null && first.kind !== kind) {
      const [what, other] = kind === 'time' ? ['a date', 'a number'] : ['a number', 'a date'];
      report([...path, operator], `is ${what}, but "${first.operator}" is ${other}: no value is both`);
    } else first ??= { kind, operator };
  }
}

/**
 * @param {FieldCondition} leaf
 * @param {Path} path
 * @param {Report} report
 * @param {{ left: number }} room
 */
async function refuseWrongPattern({ matches }, path, report, room) {
  if (matches === undefined) return;
  const size = patternSize(matches);
  room.left -= size;
  if (size > MAX_PATTERN_SIZE || room.left < 0) {
    const problem =
      size > MAX_PATTERN_SIZE
        ? `of more than ${MAX_PATTERN_SIZE} parts once its counts are written out: use smaller counts`
        : `beyond the ${MAX_PATTERNS_SIZE} parts of all in the recipe once their counts are written out: use fewer`;
    report([...path, 'matches'], `is ${shown(matches)}, a regular expression ${problem}`, 'recipe/wrong-value');
    return;
  }
  const refused = new Error('refused');
  try {
    await compilePattern(matches, problem => {
      const text = `is ${shown(matches)}, which is not a regular expression as RE2 has them: ${shown(problem).slice(1, -1)}`;
      report([...path, 'matches'], text, 'recipe/wrong-value');
      throw refused;
    });
  } catch (error) {
    if (error !== refused) throw error;
  }
}

/** Of a regular expression that is compiled (see `Turns`). */
const WORK_OF_A_PART = 128;
const VALUES = /** @type {const} */ (['eq', 'lt', 'lte', 'gt', 'gte']);
const COMPARISONS = /** @type {const} */ (['lt', 'lte', 'gt', 'gte']);
const OPERATORS = /** @type {const} */ (['eq', 'in', 'matches', 'lt', 'lte', 'gt', 'gte', 'empty']);
