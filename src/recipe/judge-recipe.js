import { setImmediate } from 'node:timers/promises';
import { Turns } from '../streams/turns.js';
import { charsetOf, encodingOf } from './charset.js';
import { refuseConflicts } from './conflicts.js';
import { compileGlob, GLOBS_LENGTH } from './glob.js';
import { formatPath } from './path.js';
import { MAX_PATTERNS_SIZE } from './pattern-size.js';
import { Problems } from './problems.js';
import { soundParts } from './sound-parts.js';
import { validateRecipe } from './validate.js';

/** @import { WrittenRecipe } from './validate.js' */

/**
 * Finds everything that is wrong with a recipe.
 *
 * @param {unknown} value Parsed JSON.
 * @returns {Promise<{ written: WrittenRecipe, matchers: ((path: string) => boolean)[] }>} `written` names charsets as
 *   `TextDecoder` does; `matchers` is one per rule.
 * @throws {import('../errors.js').RecipeError} With all problems, in the order of the text.
 */
export async function judgeRecipe(value) {
  const problems = new Problems();
  const { written, problems: found } = validateRecipe(value);
  problems.list = [...found];
  await setImmediate();
  // What the schema refuses is not looked at further: anything may stand there.
  if (problems.list.some(({ path }) => path.length === 0)) problems.throwIfAny(value);
  const { entryNames } = written;
  if (entryNames !== undefined && !problems.areIn(['entryNames'])) {
    written.entryNames = problems.attempt(['entryNames'], () => charsetOf(entryNames, 'entryNames')) ?? entryNames;
  }
  const areRules = !problems.list.some(({ path }) => path.length === 1 && path[0] === 'entries');
  const foundIn = Map.groupBy(found, ({ path }) => (path[0] === 'entries' ? path[1] : null));
  const matchers = [];
  const room = { left: GLOBS_LENGTH };
  const patternRoom = { left: MAX_PATTERNS_SIZE };
  const turns = new Turns();
  for (const [index, rule] of (areRules ? written.entries : []).entries()) {
    const path = ['entries', index];
    await turns.before(WORK_OF_A_RULE);
    if (!isObject(rule)) continue;
    const { match, csv } = rule;
    const matchPath = [...path, 'match'];
    if (typeof match === 'string' && !problems.areIn(matchPath)) {
      matchers.push(
        problems.attempt(matchPath, () => compileGlob(match, formatPath(matchPath), room)) ?? (() => false),
      );
    }
    if (!isObject(csv)) continue;
    const csvPath = [...path, 'csv'];
    const { sound, refused } = soundParts(csv, csvPath, foundIn.get(index) ?? []);
    const encodingPath = [...csvPath, 'encoding'];
    csv.encoding =
      problems.attempt(encodingPath, () => encodingOf(sound.encoding, formatPath(encodingPath))) ?? sound.encoding;
    await refuseConflicts(sound, problems.reportIn(csvPath), refused, patternRoom);
  }
  if (areRules && written.entries.some(rule => rule?.csv?.table !== undefined)) {
    const { refuseRivalTables } = await import('./table-conflicts.js');
    refuseRivalTables(written.entries, problems);
  }
  problems.throwIfAny(value);
  await setImmediate();
  return { written, matchers };
}

/** As to look at so many characters (see `Turns`): with braces in its glob, or deep conditions, it is half a millisecond. */
const WORK_OF_A_RULE = 8192;

/**
 * @template T
 * @param {T} value
 * @returns {value is NonNullable<T>} Whether the schema left an object there.
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
