import { matchNames } from './field-names.js';
import { fieldIdentities, fieldResolver, namedFields } from './named-fields.js';
import { formatPath } from './path.js';
import { shown, shownList } from './shown.js';

/** @import { Field } from './recipe.js' */
/** @import { NamedField } from './named-fields.js' */
/** @import { Path } from './path.js' */
/** @import { Report } from './problems.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Reports fields that cannot be found, and fields that are named twice where that makes no sense.
 *
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
export function refuseFieldConflicts(csv, report) {
  const fields = namedFields(csv);
  if (csv.header === false) refuseNames(fields, report);
  if (Array.isArray(csv.header)) refuseUnknownFields(fields, csv.header, csv, report);
  const resolve = fieldResolver(csv, fields);
  const identities = fieldIdentities(csv, fields);
  /** @param {Field} field @param {string} key */
  const meantBy = (field, key) => (MEANS_EVERY_MATCH.has(key) ? identities(field) : resolve(field));
  refuseDoubles(fields, meantBy, report);
  refuseDoubleColumns(csv, report);
  refuseMaskedHashes(csv, identities, report);
}

/**
 * @param {NamedField[]} fields
 * @param {Report} report
 */
function refuseNames(fields, report) {
  for (const { key, path, field } of fields) {
    if (typeof field !== 'string') continue;
    const advice = WITHOUT_HEADER.get(key) ?? 'name the field by its position';
    report(path, `${is({ key, field })}, but "header" is false: ${advice}`);
  }
}

/**
 * @param {NamedField[]} fields
 * @param {string[]} header
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function refuseUnknownFields(fields, header, { names, missing }, report) {
  const matches = matchNames(fields.map(({ field }) => field).filter(isName), header, names);
  /** By the list of what several spellings match. @type {Map<number[], string>} */
  const found = new Map();
  /** @param {number[]} all */
  const listed = all => {
    const list = found.get(all) ?? shownList(all.map(index => header[index]));
    found.set(all, list);
    return list;
  };
  const inHeader = shownList(header);
  for (const { key, path, field } of fields) {
    const what = is({ key, field });
    if (!isName(field)) {
      if (field < header.length || missing === 'ignore') continue;
      report(path, `${what}, but "header" ends at ${header.length - 1}`);
      continue;
    }
    const { exact = [], all = [] } = matches.get(field) ?? {};
    if (exact.length > 1) {
      const advice = NAMES_ONLY.has(key) ? 'give each its own name there' : 'name the field by its position';
      report(path, `${what}, which "header" has ${exact.length} times: ${advice}`);
    } else if (exact.length === 0 && all.length > 1 && !MEANS_EVERY_MATCH.has(key)) {
      const advice = NAMES_ONLY.has(key) ? '' : ', or name the field by its position';
      report(path, `${what}, but "header" has ${listed(all)}: write the name exactly${advice}`);
    } else if (all.length === 0 && missing === 'fail') {
      report(path, `${what}, but "header" has only ${inHeader}`);
    }
  }
}

/**
 * @param {NamedField[]} fields
 * @param {(field: Field, key: string) => readonly Field[]} meantBy
 * @param {Report} report
 */
function refuseDoubles(fields, meantBy, report) {
  /** @type {Map<string, Map<Field, Path>>} By key. */
  const seen = new Map(Array.from(NAMES_EACH_ONCE, key => [key, new Map()]));
  for (const { key, path, field } of fields) {
    const paths = seen.get(key);
    if (paths === undefined) continue;
    const meant = meantBy(field, key);
    const first = meant.find(identity => paths.has(identity));
    if (first === undefined) for (const identity of meant) paths.set(identity, path);
    else {
      const other = formatPath(paths.get(first)?.slice(0, key === 'table' ? 3 : 2) ?? []);
      report(path, `${is({ key, field })}, the field of ${other}: leave one out`);
    }
  }
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function refuseDoubleColumns({ select = [], set }, report) {
  /** @type {Map<Field, number>} */
  const firsts = new Map();
  for (const [index, field] of select.entries()) {
    const first = firsts.get(field) ?? index;
    firsts.set(field, first);
    if (first === index || !Object.hasOwn(set, field)) continue;
    report(['select', index], `is ${shown(field)}, the column of select[${first}]: leave one out`);
  }
}

/**
 * The mask of a hash can neither be joined nor read.
 *
 * @param {WrittenCsv} csv
 * @param {(field: Field) => readonly Field[]} identities
 * @param {Report} report
 */
function refuseMaskedHashes({ hash, mask }, identities, report) {
  /** @type {Map<Field, number>} */
  const hashed = new Map();
  /** @type {Set<readonly Field[]>} What several spellings of a name share. */
  const seen = new Set();
  for (const [index, field] of hash.entries().toArray().toReversed()) {
    const meant = identities(field);
    for (const identity of seen.has(meant) ? [] : meant) hashed.set(identity, index);
    seen.add(meant);
  }
  /** By what several spellings of a name share. @type {Map<readonly Field[], number | undefined>} */
  const known = new Map();
  for (const [index, { field }] of mask.entries()) {
    const meant = identities(field);
    if (!known.has(meant))
      known.set(
        meant,
        meant.map(identity => hashed.get(identity)).find(each => each !== undefined),
      );
    const found = known.get(meant);
    if (found === undefined) continue;
    report(['mask', index, 'field'], `is ${shown(field)}, the field of hash[${found}]: leave one out`);
  }
}

/** @param {{ key: string, field: Field }} named */
function is({ key, field }) {
  const verb = new Map([
    ['rename', 'renames'],
    ['columns', 'is the type of'],
  ]);
  return `${verb.get(key) ?? 'is'} ${shown(field)}`;
}

/**
 * @param {Field} field
 * @returns {field is string}
 */
function isName(field) {
  return typeof field === 'string';
}

const NAMES_EACH_ONCE = new Set(['phones', 'dates', 'mask', 'select', 'rename', 'columns', 'table']);
const NAMES_ONLY = new Set(['rename', 'columns', 'table']);
const WITHOUT_HEADER = new Map([
  ['rename', 'there is no name to change'],
  ['columns', 'give the fields names in "header"'],
  ['table', 'give the fields names in "header"'],
]);
const MEANS_EVERY_MATCH = new Set(['drop', 'hash', 'mask']);
