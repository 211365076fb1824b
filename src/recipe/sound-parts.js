import { PathTree } from './path-tree.js';
import schema from './recipe.schema.json' with { type: 'json' };

/** @import { Condition } from './recipe.js' */
/** @import { Path } from './path.js' */
/** @import { Problem } from './problems.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Takes out of a rule's `csv` what the schema refuses, so that the rest can be judged too.
 *
 * @param {WrittenCsv} csv Only what has no problem has the type that is promised.
 * @param {Path} path Where it stands in the recipe.
 * @param {Problem[]} problems All that the schema found in the rule.
 * @returns {{ sound: WrittenCsv, refused: Set<string> }} `refused`: the keys that are not, or not wholly, in `sound`. They have
 *   their defaults there; in a condition, others stand in for the refused ones.
 */
export function soundParts(csv, path, problems) {
  const paths = problems
    .filter(problem => startsWith(problem.path, path))
    .map(problem => problem.path.slice(path.length));
  if (paths.length === 0) return { sound: csv, refused: new Set() };
  const refused = new Set(paths.flatMap(found => (found.length === 0 ? EITHER : String(found[0]))));
  /** @type {Record<string, unknown>} */
  const sound = { ...csv };
  for (const key of refused) {
    if (EITHER.includes(key) && !paths.some(([first]) => first === key)) continue;
    const standsIn =
      key === 'where' ? soundCondition(csv.where, ['where'], new PathTree(paths)) : structuredClone(DEFAULTS.get(key));
    if (standsIn === undefined) delete sound[key];
    else sound[key] = standsIn;
  }
  return { sound: /** @type {WrittenCsv} */ (/** @type {unknown} */ (sound)), refused };
}

/**
 * @param {unknown} condition
 * @param {Path} path
 * @param {PathTree} refused
 * @returns {Condition}
 */
function soundCondition(condition, path, refused) {
  const isRefused = (/** @type {string[]} */ ...keys) => refused.has([...path, ...keys]);
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition) || isRefused()) return STAND_IN;
  const { all, any, not } = /** @type {Record<string, unknown>} */ (condition);
  if (not !== undefined) return { not: soundCondition(not, [...path, 'not'], refused) };
  const key = all === undefined ? 'any' : 'all';
  const parts = all ?? any;
  if (parts === undefined) {
    const isSound = !refused.reaches(path);
    return isSound ? /** @type {Condition} */ (condition) : STAND_IN;
  }
  if (!Array.isArray(parts) || isRefused(key)) return STAND_IN;
  const sound = parts.map((part, index) => soundCondition(part, [...path, key, index], refused));
  return key === 'all' ? { all: sound } : { any: sound };
}

/**
 * @param {Path} path
 * @param {Path} beginning
 */
function startsWith(path, beginning) {
  return beginning.every((key, index) => path[index] === key);
}

/** What the schema refuses in the whole of `csv`: two of these. */
const EITHER = ['drop', 'keep', 'select'];

/** @type {Condition} */
const STAND_IN = Object.freeze({ field: 0, empty: true });

/** @type {Map<string, unknown>} */
const DEFAULTS = new Map(
  Object.entries(schema.definitions.csv.properties).map(([key, part]) => [
    key,
    'default' in part ? part.default : undefined,
  ]),
);
