import { compileGlob } from '../recipe/glob.js';
import { foldPath, globsFor } from './entry-globs.js';
import { groupKinds } from './starter-groups.js';

/** @import { FoldedPath } from './entry-globs.js' */
/** @import { Inspection } from './inspection.js' */
/** @import { Group, StarterCsv } from './starter-groups.js' */

/** @typedef {{ match: string, csv?: StarterCsv, copy?: true, skip?: true }} StarterRule */

/**
 * Makes a recipe to start from: a rule for each kind of CSV, which hashes or drops what looks like personal data and leaves all
 * else as it is. Entries that are no CSV are copied.
 *
 * @param {Inspection} inspection
 * @param {string} [schema] The address of the recipe's schema, for editors.
 * @returns {{ $schema: string, entries: StarterRule[] }}
 */
export function starterRecipe({ entries, kinds }, schema = SCHEMA) {
  const isLitter = compileGlob(LITTER, 'match');
  const paths = entries.map(entry => (isLitter(entry.path) ? null : foldPath(entry.path)));
  // What a job refuses anyway, and what is empty, may be taken by any rule.
  const refused = new Set(paths.filter((_, index) => entries[index].error !== null));
  const judged = paths
    .filter((path, index) => !refused.has(path) && (entries[index].bytes > 0 || entries[index].kind !== null))
    .filter(path => path !== null);
  let rules = groupKinds(kinds, paths, refused, MAX_GROUPS).flatMap(group => rulesOf(group, judged));
  if (rules.length > MAX_RULES) rules = groupKinds(kinds, paths, refused, 1).flatMap(rulesByEnding);
  return {
    $schema: schema,
    entries: [{ match: LITTER, skip: true }, ...rules, { match: '**', copy: true }],
  };
}

/**
 * @param {Group} group
 * @param {FoldedPath[]} judged
 * @returns {StarterRule[]} Usually one.
 */
function rulesOf({ csv, members }, judged) {
  const own = new Set(members);
  const globs = globsFor(
    members,
    judged.filter(path => !own.has(path)),
  );
  return globs.map(match => (csv === null ? { match, skip: true } : { match, csv }));
}

/**
 * Rules for an archive whose kinds cannot be told apart by their names: they go by the ending, and take what has the same.
 *
 * @param {Group} group
 * @returns {StarterRule[]}
 */
function rulesByEnding({ csv, members }) {
  const endings = new Set(members.map(({ name }) => /\.[\w~-]{1,10}$/.exec(name)?.[0].toLowerCase() ?? ''));
  const globs = endings.size > MAX_ENDINGS ? ['**/*'] : Array.from(endings, ending => `**/*${ending}`);
  return globs.map(match => (csv === null ? { match, skip: true } : { match, csv }));
}

const SCHEMA = './node_modules/sluice/src/recipe/recipe.schema.json';
const LITTER = '{__MACOSX/**,**/.DS_Store}';
// With the first and the last rule, a recipe has at most 1000.
const MAX_RULES = 998;
const MAX_GROUPS = 100;
const MAX_ENDINGS = 100;
