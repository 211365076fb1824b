import { CHECKERS } from '../columns/column-types.js';
import { looseName, unionOf } from './field-names.js';
import { fieldIdentities, fieldResolver, namedFields } from './named-fields.js';
import { shown } from './shown.js';
import { writtenFields } from './written-fields.js';

/** @import { Report } from './problems.js' */
/** @import { Field, Operand, TypeName } from './recipe.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Reports types of fields that are not written, or whose values could never fit.
 *
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
export function refuseColumnConflicts(csv, report) {
  const { set, columns } = csv;
  if (Object.keys(columns).length === 0) return;
  const { mayBeWritten } = writtenFields(csv);
  const resolve = fieldResolver(csv, namedFields(csv));
  // What `header` lacks is reported already.
  const isKnown = (/** @type {string} */ name) => !Array.isArray(csv.header) || resolve(name)[0] !== name;
  const protection = protectionOf(csv);
  const renamedTo = new Map(
    Object.entries(csv.rename)
      .toReversed()
      .map(([from, to]) => [to, from]),
  );
  for (const [name, column] of Object.entries(columns)) {
    const type = typeof column === 'string' ? column : column.type;
    const conflict = Object.hasOwn(set, name)
      ? conflictOfAdded(set[name], type)
      : (conflictWithRename(csv, name, renamedTo.get(name)) ??
        (mayBeWritten(name) || !isKnown(name) ? null : 'a field that the rule does not write: leave one out') ??
        (type === 'text' ? null : protection(name)));
    if (conflict !== null) report(['columns', name], `is the type of ${shown(name)}, ${conflict}`);
  }
}

/**
 * Where one field has a name that another field is given, the header would have it twice.
 *
 * @param {WrittenCsv} csv
 * @param {string} name
 * @param {string | undefined} from The field that is given this name.
 */
function conflictWithRename({ header, names, missing, rename }, name, from) {
  if (missing === 'ignore' || Array.isArray(header) || Object.hasOwn(rename, name)) return null;
  if (from === undefined || (names === 'loose' && looseName(from) === looseName(name))) return null;
  return `which is the output's name of ${shown(from)}; "columns" has the input's names: write ${shown(from)}`;
}

/**
 * @param {WrittenCsv} csv
 * @returns {(name: string) => string | null} Why a field can only be text.
 */
function protectionOf(csv) {
  const identities = fieldIdentities(csv, namedFields(csv));
  const hashed = unionOf(csv.hash.map(identities));
  const masked = unionOf(csv.mask.map(({ field }) => identities(field)));
  /** By what several spellings of a name share. @type {Map<readonly Field[], string | null>} */
  const known = new Map();
  /** @param {readonly Field[]} meant */
  const protectionBy = meant => {
    if (meant.some(field => hashed.has(field))) return 'which "hash" makes hexadecimal digits: it can only be "text"';
    return meant.some(field => masked.has(field)) ? 'which "mask" makes asterisks: it can only be "text"' : null;
  };
  return name => {
    const meant = identities(name);
    if (!known.has(meant)) known.set(meant, protectionBy(meant));
    return known.get(meant) ?? null;
  };
}

/**
 * @param {Operand} written What `set` has.
 * @param {TypeName} type
 */
function conflictOfAdded(written, type) {
  if (type === 'text') return null;
  const value = String(written);
  if (value.startsWith('$') && !value.startsWith('$$')) {
    const types = TYPES_OF_FACTS.get(value);
    return types === undefined || types.includes(type) ? null : `which is ${value}: it can only be ${listed(types)}`;
  }
  const bytes = Buffer.from(value.replace(/^\$\$/, '$'));
  const fits = bytes.length === 0 || CHECKERS[type](bytes, 0, bytes.length);
  return fits ? null : `which is always ${shown(written)}: that is no ${type}`;
}

/** @param {string[]} types */
function listed(types) {
  return types.map(type => `"${type}"`).join(' or ');
}

/** @type {Map<string, TypeName[]>} What fits every archive: a number of records may be more than an integer holds. */
const TYPES_OF_FACTS = new Map([
  ['$archive', ['text']],
  ['$entry', ['text']],
  ['$record', ['text', 'bigint', 'numeric']],
  ['$time', ['text', 'timestamptz']],
]);
