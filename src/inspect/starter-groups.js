import { looseName } from '../recipe/field-names.js';

/** @import { FoldedPath } from './entry-globs.js' */
/** @import { Kind } from './inspection.js' */

/**
 * The `csv` of a starter recipe's rule: only what differs from the defaults.
 *
 * @typedef {{ encoding?: string, header?: false | 'auto', hash?: (string | number)[], drop?: (string | number)[], missing?: 'ignore' }} StarterCsv
 *
 * @typedef {{ csv: StarterCsv | null, members: FoldedPath[] }} Group `csv` is null for entries to be skipped.
 */

/**
 * Makes a group for each kind. If these are too many for a recipe, kinds with the same rule share a group. If they still are, the
 * smallest groups are united in one, which names the personal fields of all its kinds.
 *
 * @param {Kind[]} kinds
 * @param {(FoldedPath | null)[]} paths By entry.
 * @param {Set<FoldedPath | null>} refused
 * @param {number} maxGroups
 * @returns {Group[]}
 */
export function groupKinds(kinds, paths, refused, maxGroups) {
  const single = kinds.map(kind => {
    const members = kind.entries.map(index => paths[index]).filter(path => path !== null);
    return { csv: csvOf(kind), members: members.filter(path => !refused.has(path)) };
  });
  const groups = single.filter(({ members }) => members.length > 0);
  if (groups.length <= maxGroups) return groups.map(limitFields);

  const same = [...Map.groupBy(groups, ({ csv }) => JSON.stringify(csv)).values()].map(([first, ...others]) => ({
    csv: first.csv,
    members: [first, ...others].flatMap(({ members }) => members),
  }));
  if (same.length <= maxGroups) return same.map(limitFields);
  same.sort((a, b) => b.members.length - a.members.length);
  const rest = same.splice(maxGroups - 1);
  return [...same, { csv: unite(rest.map(({ csv }) => csv)), members: rest.flatMap(({ members }) => members) }].map(
    limitFields,
  );
}

/**
 * @param {Kind} kind
 * @returns {StarterCsv}
 */
function csvOf({ header, dialect, guessedEncoding, columns }) {
  const fieldOf = fieldNamer(header);
  /** @type {(string | number)[]} */
  const hash = [];
  /** @type {(string | number)[]} */
  const drop = [];
  for (const { position, personal } of columns) {
    if (personal !== null) (JOINABLE.includes(personal) ? hash : drop).push(fieldOf(position));
  }
  // A rule may not drop every field.
  if (drop.length === columns.length) hash.push(...drop.splice(0));
  const { skipLines, headerRows } = dialect;
  const encoding = guessedEncoding ?? dialect.encoding;
  return {
    ...(!FOUND_BY_JOBS.includes(encoding) && { encoding }),
    ...(header === null ? { header: false } : skipLines > 0 || headerRows > 1 ? { header: 'auto' } : {}),
    ...(hash.length > 0 && { hash }),
    ...(drop.length > 0 && { drop }),
  };
}

/**
 * @param {string[] | null} header
 * @returns {(position: number) => string | number} The name of a field, or its position where the name does not stand for one
 *   field, or may not be whole.
 */
function fieldNamer(header) {
  if (header === null) return position => position;
  const keys = header.map(name => looseName(name));
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return position => {
    const name = header[position] ?? '';
    const isWhole = name.length <= MAX_NAME_LENGTH && !name.includes('\ufffd') && name.isWellFormed();
    return isWhole && keys[position] !== '' && counts.get(keys[position]) === 1 ? name : position;
  };
}

/**
 * @param {StarterCsv[]} csvs
 * @returns {StarterCsv | null} It hashes or drops every field that one of them does. Null if they are in several encodings, in each of
 *   which the names of the others would not be found.
 */
function unite(csvs) {
  const headers = new Set(csvs.map(({ header = true }) => header));
  const [header] = headers.size === 1 ? headers : [/** @type {const} */ ('auto')];
  const hash = [...new Set(csvs.flatMap(({ hash = [] }) => hash))];
  const drop = new Set(csvs.flatMap(({ drop = [] }) => drop));
  for (const field of hash) drop.delete(field);
  const encodings = new Set(csvs.map(csv => csv.encoding));
  const [encoding] = encodings.size === 1 ? encodings : [];
  if (encodings.size > 1 && [...hash, ...drop].some(field => !/^[\x00-\x7f]*$/.test(`${field}`))) return null;
  return {
    ...(encoding !== undefined && { encoding }),
    ...(header !== true && { header }),
    ...(hash.length > 0 && { hash }),
    ...(drop.size > 0 && { drop: [...drop] }),
    missing: 'ignore',
  };
}

/**
 * @param {Group} group
 * @returns {Group} Its entries are to be skipped if it has more personal fields than a recipe may name.
 */
function limitFields({ csv, members }) {
  const isTooLong = Math.max(csv?.hash?.length ?? 0, csv?.drop?.length ?? 0) > MAX_FIELDS;
  return { csv: isTooLong ? null : csv, members };
}

/** Kinds of personal data that are hashed, because records can be joined by them. The others are dropped. */
const JOINABLE = ['email', 'phone', 'iban', 'card', 'ssn'];

/** The encodings that a job finds without being told. */
const FOUND_BY_JOBS = ['utf-8', 'utf-16le', 'utf-16be'];

const MAX_FIELDS = 10_000;
// The inspection cuts longer ones.
const MAX_NAME_LENGTH = 200;
