import { mayMatchBelow } from './glob.js';
import schema from './recipe.schema.json' with { type: 'json' };
import { sha256Of } from './recipe-hash.js';
import { ruleFinder } from './rule-finder.js';
import { tableOf } from './table.js';

/** @import { CHECKERS } from '../columns/column-types.js' */
/** @import { WrittenCsv, WrittenRecipe } from './validate.js' */

/**
 * A field by its name in the header, or by its position, counted from 0.
 * @typedef {string | number} Field
 *
 * @typedef {{ maxEntries: number, maxRatio: number, maxTotalBytes: number, maxRecordBytes: number }} Limits
 */

/**
 * How to edit the records of a CSV entry. `keep` is null to keep every field that is not dropped, `select` to keep the order,
 * `where` to keep every record; `output.delimiter` is null for the input's. `set` and `rename` are pairs in the author's order:
 * of a column's name and its value as written, and of a field's name in the input and in the output. A phone's `country` is
 * null if only numbers with `+` are to be parsed. `encoding` is `auto`, or a charset as `TextDecoder` names it. `maxBad` is
 * `auto`, a count, or a share such as `10%`. `columns` are pairs of a name and its type. `table` is null where the records go
 * into a file.
 *
 * @typedef {{
 *   delimiter: string,
 *   header: boolean | 'auto' | readonly string[],
 *   quote: 'auto' | '"' | "'" | 'none',
 *   escape: 'auto' | 'double' | 'backslash',
 *   encoding: string,
 *   skipLines: 'auto' | number,
 *   comments: string,
 *   ragged: 'bad' | 'pad' | 'cut',
 *   names: 'loose' | 'exact',
 *   maxBad: string | number,
 *   drop: readonly Field[],
 *   keep: readonly Field[] | null,
 *   require: readonly Field[],
 *   phones: readonly Readonly<Phone>[],
 *   trim: boolean | readonly Field[],
 *   where: Condition | null,
 *   dates: readonly Readonly<DateField>[],
 *   hash: readonly Field[],
 *   mask: readonly Readonly<MaskedField>[],
 *   set: readonly (readonly [string, string])[],
 *   select: readonly Field[] | null,
 *   rename: readonly (readonly [string, string])[],
 *   columns: readonly (readonly [string, Readonly<ColumnType>])[],
 *   table: Readonly<Table> | null,
 *   writeHeader: boolean,
 *   output: { readonly delimiter: string | null },
 *   badRecords: 'quarantine' | 'skip' | 'keep' | 'fail',
 *   missing: 'fail' | 'ignore'
 * }} CsvRule
 *
 * @typedef {{
 *   field: Field,
 *   format: 'strip' | 'e164' | 'international' | 'national' | 'rfc3966',
 *   country: string | null
 * }} Phone
 *
 * @typedef {{ field: Field, from: string }} DateField
 *
 * @typedef {{ field: Field, keepLast: number }} MaskedField
 *
 * A type of Postgres, and the values that stand for NULL: the empty one always, but of `text` only if it is listed.
 *
 * @typedef {'text' | keyof typeof CHECKERS} TypeName
 * @typedef {{ type: TypeName, null: readonly string[] }} ColumnType
 *
 * The table that a rule's records go into. Names are literal; without a schema, the connection's `search_path` finds the
 * table. `key` has the input's names of fields, or those of `set`; it is empty but under `merge`.
 *
 * @typedef {{ schema: string | null, name: string, mode: 'append' | 'replace' | 'merge', key: readonly string[] }} Table
 *
 * Which records to keep. A field condition with several operators means all of them.
 *
 * @typedef {{ readonly all: readonly Condition[] } | { readonly any: readonly Condition[] } | { readonly not: Condition } |
 *   FieldCondition} Condition
 *
 * @typedef {Readonly<{ field: Field, eq?: Operand, in?: readonly Operand[], matches?: string, lt?: Operand, lte?: Operand,
 *   gt?: Operand, gte?: Operand, empty?: boolean }>} FieldCondition
 *
 * @typedef {string | number} Operand
 *
 * @typedef {{ readonly action: 'csv', readonly csv: Readonly<CsvRule> }
 *   | { readonly action: 'copy' }
 *   | { readonly action: 'skip' }
 *   | { readonly action: 'archive' }} Rule `archive`: the entry is an archive, whose own entries are processed.
 *
 * @typedef {{
 *   readonly sha256: string,
 *   readonly entryNames: string | null,
 *   readonly limits: Readonly<Limits>,
 *   readonly statesRecordLimit: boolean,
 *   readonly needsHashKey: boolean,
 *   readonly opensArchives: boolean,
 *   readonly needsDatabase: boolean,
 *   readonly matches: readonly string[],
 *   readonly ruleFor: (path: string) => Rule,
 *   readonly workFor: (path: string) => number,
 *   readonly tablesBelow: (folder: string) => Readonly<Table>[],
 *   readonly ruleIndexFor: (path: string) => number
 * }} Recipe `sha256` is hexadecimal, and the same for all spellings of a recipe. `entryNames` is the charset of names
 *   that are not in UTF-8, null if the recipe has none. `statesRecordLimit`: whether `limits.maxRecordBytes` is the author's
 *   wish, and not the default. `needsHashKey`: whether a rule has `hash`. `opensArchives`: whether a rule has `archive`.
 *   `needsDatabase`: whether one has a `table`. `matches`: the globs of the rules. `workFor`: how many characters are looked at
 *   to find a path's rule, about (see `Turns`). `tablesBelow`: the
 *   tables into which rows of entries in a folder may go. `ruleIndexFor`: the index of the rule that
 *   decides about an entry, -1 if none matches.
 */

/**
 * Validates and compiles a recipe. All errors in a recipe are found here, before an archive is opened.
 *
 * @param {unknown} [value] Parsed JSON. By default, every entry is copied.
 * @returns {Promise<Recipe>}
 * @throws {RecipeError} `recipe/unknown-key`, `recipe/missing-key`, `recipe/wrong-type`, `recipe/wrong-value`,
 *   `recipe/unknown-country`, `recipe/conflict`
 */
export async function compileRecipe(value) {
  if (value === undefined) return recipeOf({ entries: [], limits: defaultLimits() }, null, [], false);

  // Loaded here, so that a job without a recipe does not pay for the validator.
  const { judgeRecipe } = await import('./judge-recipe.js');
  const { written, matchers } = await judgeRecipe(value);
  const statesRecordLimit = /** @type {Partial<WrittenRecipe>} */ (value).limits?.maxRecordBytes !== undefined;
  return recipeOf(written, written.entryNames ?? null, matchers, statesRecordLimit);
}

/**
 * @param {WrittenRecipe} written
 * @param {Recipe['entryNames']} entryNames
 * @param {((path: string) => boolean)[]} matchers One per rule, in the same order.
 * @param {boolean} statesRecordLimit
 * @returns {Recipe}
 */
function recipeOf({ entries, limits }, entryNames, matchers, statesRecordLimit) {
  const filled = entries.map(({ csv, ...rest }) => ({ ...rest, ...(csv && { csv: csvRuleOf(csv) }) }));
  const rules = filled.map(ruleOf);
  const matches = entries.map(({ match }) => match);
  const { ruleIndexFor, workFor } = ruleFinder(matches, matchers);
  return deepFreeze({
    sha256: sha256Of(filled, limits, entryNames),
    entryNames,
    limits,
    statesRecordLimit,
    needsHashKey: filled.some(({ csv }) => csv !== undefined && csv.hash.length > 0),
    opensArchives: rules.includes(ARCHIVE),
    needsDatabase: filled.some(({ csv }) => csv !== undefined && csv.table !== null),
    matches,
    ruleFor: path => rules[ruleIndexFor(path)] ?? COPY,
    ruleIndexFor,
    workFor,
    tablesBelow: folder =>
      rules.flatMap((rule, index) =>
        rule.action === 'csv' && rule.csv.table !== null && mayMatchBelow(entries[index].match, folder)
          ? [rule.csv.table]
          : [],
      ),
  });
}

/**
 * @param {{ csv?: CsvRule, skip?: true, archive?: true }} entry
 * @returns {Rule}
 */
function ruleOf({ csv, skip, archive }) {
  if (csv) return deepFreeze({ action: 'csv', csv });
  if (archive) return ARCHIVE;
  return skip ? SKIP : COPY;
}

/**
 * @param {WrittenCsv} csv
 * @returns {CsvRule}
 */
function csvRuleOf(csv) {
  return {
    ...csv,
    drop: csv.drop ?? [],
    keep: csv.keep ?? null,
    phones: csv.phones.map(phone => ({ ...phone, country: phone.country ?? null })),
    where: csv.where ?? null,
    set: Object.entries(csv.set).map(([name, value]) => [name, String(value)]),
    select: csv.select ?? null,
    rename: Object.entries(csv.rename),
    columns: Object.entries(csv.columns).map(([name, column]) => [name, columnTypeOf(column)]),
    table: csv.table === undefined ? null : tableOf(csv.table),
    output: { delimiter: csv.output.delimiter ?? null },
    maxBad:
      typeof csv.maxBad === 'string' ? csv.maxBad.replace(/^[0-9.]+/, share => String(Number(share))) : csv.maxBad,
  };
}

/**
 * @param {TypeName | ColumnType} column
 * @returns {ColumnType} The same for the same type, however it is written.
 */
function columnTypeOf(column) {
  const { type, null: nulls } = typeof column === 'string' ? { type: column, null: [] } : column;
  const others = nulls.filter(value => value !== '' || type === 'text');
  return { type, null: [...new Set(others)].sort() };
}

/** @returns {Limits} */
function defaultLimits() {
  const { maxEntries, maxRatio, maxTotalBytes, maxRecordBytes } = schema.properties.limits.properties;
  return {
    maxEntries: maxEntries.default,
    maxRatio: maxRatio.default,
    maxTotalBytes: maxTotalBytes.default,
    maxRecordBytes: maxRecordBytes.default,
  };
}

/**
 * @template T
 * @param {T} value
 * @returns {T}
 */
function deepFreeze(value) {
  if (value === null || typeof value !== 'object') return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

const COPY = Object.freeze({ action: /** @type {const} */ ('copy') });
const ARCHIVE = Object.freeze({ action: /** @type {const} */ ('archive') });
const SKIP = Object.freeze({ action: /** @type {const} */ ('skip') });
