import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** @import { CsvRule, Limits, Recipe } from './recipe.js' */

/**
 * Hashes a recipe with its defaults filled in.
 *
 * @param {{ match: string, csv?: CsvRule, copy?: true, skip?: true, archive?: true }[]} entries
 * @param {Limits} limits
 * @param {Recipe['entryNames']} entryNames
 * @returns {string} Hexadecimal.
 */
export function sha256Of(entries, limits, entryNames) {
  const hashed = entries.map(({ csv, ...rest }) => ({ ...rest, ...(csv && { csv: withoutLaterDefaults(csv) }) }));
  const recipe = { entries: hashed, limits, ...(entryNames !== null && { entryNames }) };
  return createHash('sha256').update(canonicalJson(recipe)).digest('hex');
}

/**
 * Leaves out the keys that later versions added, where they have their defaults: an upgrade must not change the hash of a
 * recipe. Otherwise every archive would be processed again and every checkpoint dropped.
 *
 * @param {CsvRule} csv
 */
function withoutLaterDefaults(csv) {
  const kept = /** @type {Partial<CsvRule>} */ ({ ...csv });
  // Only the order of added columns matters.
  kept.rename = csv.rename.toSorted(([a], [b]) => (a < b ? -1 : 1));
  kept.columns = csv.columns.toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const key of LATER_KEYS) if (isDeepStrictEqual(csv[key], DEFAULTS[key])) delete kept[key];
  return kept;
}

/**
 * Writes JSON with sorted keys, so that equal values give equal text.
 *
 * @param {unknown} value
 */
function canonicalJson(value) {
  return JSON.stringify(value, (_key, part) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/**
 * The keys of `csv` that the first version did not have, with their defaults.
 *
 * @satisfies {Partial<CsvRule>}
 */
const DEFAULTS = /** @type {const} */ ({
  quote: 'auto',
  escape: 'auto',
  encoding: 'auto',
  skipLines: 'auto',
  comments: 'auto',
  ragged: 'bad',
  names: 'loose',
  maxBad: 'auto',
  trim: false,
  where: null,
  dates: [],
  hash: [],
  mask: [],
  set: [],
  select: null,
  rename: [],
  columns: [],
  table: null,
  writeHeader: false,
});
/** @typedef {keyof typeof DEFAULTS} LaterKey */
const LATER_KEYS = /** @type {LaterKey[]} */ (Object.keys(DEFAULTS));
