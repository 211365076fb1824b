import { formatPath } from './path.js';

/** @import { Problem } from './problems.js' */

/**
 * Removes conditions that are nested so deeply that walking through them could exhaust the stack.
 *
 * @param {unknown} recipe Not validated.
 * @returns {{ shallow: unknown, problems: Problem[] }}
 */
export function withoutDeepConditions(recipe) {
  /** @type {Problem[]} */
  const problems = [];
  if (!isObject(recipe) || !Array.isArray(recipe.entries)) return { shallow: recipe, problems };
  const entries = recipe.entries.map((rule, index) => {
    if (!isObject(rule) || !isObject(rule.csv) || !isDeep(rule.csv.where)) return rule;
    const path = ['entries', index, 'csv', 'where'];
    const message = `${formatPath(path)} nests conditions more than ${MAX_LEVELS} levels deep: write them side by side in "all" or "any"`;
    problems.push({ code: 'recipe/wrong-value', message, path });
    const { where: _, ...csv } = rule.csv;
    return { ...rule, csv };
  });
  return { shallow: problems.length === 0 ? recipe : { ...recipe, entries }, problems };
}

/** @param {unknown} where */
function isDeep(where) {
  let level = [where];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_LEVELS) return true;
    level = level.flatMap(condition => (isObject(condition) ? partsOf(condition) : []));
  }
  return false;
}

/** @param {Record<string, unknown>} condition */
function partsOf({ all, any, not }) {
  return [all, any, not].flatMap(part => (isObject(part) || Array.isArray(part) ? part : []));
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A condition without others in it is one level. */
const MAX_LEVELS = 100;
