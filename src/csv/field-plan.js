import { CsvError } from '../errors.js';
import { printable } from '../printable.js';
import { FieldFinder, listFields } from './find-fields.js';

/** @import { CsvRule, Field } from '../recipe/recipe.js' */
/** @import { PhoneFormatter } from '../phone/formatter.js' */

/**
 * What to do with each record of an entry. Fields are positions, counted from 0.
 *
 * @typedef {object} FieldPlan
 * @property {number} width How many fields a record has.
 * @property {RecordTest[]} tests What decides whether a record is written; the first one is asked first. None: all are.
 * @property {OutputPart[]} parts What is written of a record, in this order.
 * @property {Map<number, string>} renamed What fields are called in the header that is written, if not as in the entry.
 * @property {Set<number>} trimmed The fields whose values lose white space at both ends.
 * @property {string[]} missing What the rule names and the entry lacks, under `"missing": "ignore"`: names, or `position 7`.
 */

/**
 * A question about one field, and which test comes next: a position in `tests`, PASS or FAIL.
 *
 * @typedef {object} RecordTest
 * @property {number} index The field.
 * @property {boolean} trims Whether white space at both ends of the value does not count.
 * @property {ValueTest} test
 * @property {number} onTrue
 * @property {number} onFalse
 *
 * `text`: the value is one of these. `function`: null if it is no number or date, and so cannot be compared.
 *
 * @typedef {{ kind: 'empty' } | { kind: 'text', values: Buffer[] } |
 *   { kind: 'function', holds: (value: Buffer) => boolean | null }} ValueTest
 */

/**
 * Adjacent fields, which are copied as one range, or a column that the rule adds.
 *
 * @typedef {Run | SetColumn} OutputPart
 *
 * @typedef {object} Run
 * @property {'fields'} kind
 * @property {number} first
 * @property {number} last The last field of the run.
 * @property {FieldChange[]} changes Of its fields, in order.
 *
 * @typedef {object} SetColumn
 * @property {'set'} kind
 * @property {string} name
 * @property {Buffer | 'record'} value Not quoted; `record` stands for the record's number.
 */

/**
 * What is done with a field's value: all that is not null or false, in this order.
 *
 * @typedef {object} FieldChange
 * @property {number} index
 * @property {boolean} trims
 * @property {DateReader | null} date
 * @property {{ format: PhoneFormatter } | null} phone
 * @property {Hasher | null} hash
 * @property {((value: Buffer) => Buffer) | null} mask
 *
 * Returns the date in ISO 8601.
 * @typedef {(value: Buffer) => Buffer | 'stays' | 'unparsed'} DateReader
 *
 * HMAC-SHA-256 in hexadecimal digits. `keyBlock`: its key as RFC 2104 pads it, with which the engine computes the same.
 * @typedef {((value: Buffer) => Buffer) & { readonly keyBlock?: Buffer }} Hasher
 *
 * What a rule's transforms need, opened once for an entry.
 *
 * @typedef {object} Transforms
 * @property {PhoneFormatter[]} phones One per phone of the rule, in the same order.
 * @property {DateReader[]} dates One per date of the rule.
 * @property {Hasher | null} hash null if the rule hashes nothing.
 * @property {(value: Buffer, keepLast: number) => Buffer} mask
 * @property {(finder: FieldFinder, trimmed: Set<number>) => RecordTest[]} where Compiles the rule's condition.
 * @property {{ name: string, value: Buffer | 'record' }[]} set
 */

/** What ends the tests: the record is written, or filtered out. */
export const PASS = -1;
export const FAIL = -2;

/**
 * Compiles a rule against an entry's header.
 *
 * @param {CsvRule} rule
 * @param {Transforms} transforms
 * @param {string[] | null} names The header; null if the entry has none.
 * @param {number} width How many fields a record has.
 * @returns {FieldPlan}
 * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`, `csv/duplicate-column`, `csv/nothing-kept`
 */
export function planFields(rule, transforms, names, width) {
  const finder = new FieldFinder(rule, names, width);
  const columns = columnsOf(rule, transforms, finder);
  const trimmed = trimmedFields(rule, finder);
  const tests = testsOf(rule, transforms, finder, trimmed);
  const changes = changesOf(rule, transforms, finder, trimmed);
  const renamed = renamedFields(rule, finder);
  refuseNone(columns, finder);
  // Names that the recipe gives to an entry without a header are not written, unless it says so.
  if (names !== null && (!Array.isArray(rule.header) || rule.writeHeader)) {
    const nameOf = (/** @type {number} */ index) => (trimmed.has(index) ? names[index].trim() : names[index]);
    refuseDuplicates(columns, renamed, nameOf);
  }
  return { width, tests, parts: partsOf(columns, changes), renamed, trimmed, missing: finder.listMissing() };
}

/**
 * @param {CsvRule} rule
 * @param {Transforms} transforms
 * @param {FieldFinder} finder
 * @returns {(number | SetColumn)[]} What is written, in order.
 */
function columnsOf(rule, transforms, finder) {
  /** @type {SetColumn[]} */
  const added = transforms.set.map(column => ({ kind: 'set', ...column }));
  if (rule.select !== null) {
    /** @type {(number | SetColumn)[]} */
    const selected = [];
    for (const field of rule.select) {
      const column = added.find(({ name }) => name === field);
      if (column === undefined) selected.push(...finder.one(field, 'select'));
      else selected.push(column);
    }
    return [...new Set([...selected, ...added])];
  }
  // A copy of a dropped field must not get through under another spelling, so `drop` means every match.
  const dropped = new Set(rule.drop.flatMap(field => finder.every(field, 'drop')));
  const kept = rule.keep && new Set(rule.keep.flatMap(field => finder.one(field, 'keep')));
  /** @type {number[]} */
  const fields = [];
  for (let index = 0; index < finder.width; index++) {
    if (!dropped.has(index) && (!kept || kept.has(index))) fields.push(index);
  }
  return [...fields, ...added];
}

/**
 * @param {(number | SetColumn)[]} columns
 * @param {FieldFinder} finder
 */
function refuseNone(columns, { names, width }) {
  if (columns.some(column => typeof column === 'number')) return;
  throw new CsvError(
    'csv/nothing-kept',
    `the recipe keeps none of the entry's ${width} fields: ${listFields(names, width)}`,
  );
}

/**
 * @param {CsvRule} rule
 * @param {FieldFinder} finder
 * @returns {Set<number>}
 */
function trimmedFields({ trim }, finder) {
  if (trim === true) return new Set(Array.from({ length: finder.width }, (_, index) => index));
  return new Set(trim === false ? [] : trim.flatMap(field => finder.one(field, 'trim')));
}

/**
 * @param {CsvRule} rule
 * @param {Transforms} transforms
 * @param {FieldFinder} finder
 * @param {Set<number>} trimmed
 * @returns {RecordTest[]}
 */
function testsOf(rule, transforms, finder, trimmed) {
  const required = [...new Set(rule.require.flatMap(field => finder.one(field, 'require')))];
  const conditions = transforms.where(finder, trimmed);
  /** @param {number} next */
  const behind = next => (next < 0 ? next : next + required.length);
  return [
    ...required.map((index, number) => ({
      index,
      trims: trimmed.has(index),
      test: { kind: /** @type {const} */ ('empty') },
      onTrue: FAIL,
      onFalse: number + 1 < required.length || conditions.length > 0 ? number + 1 : PASS,
    })),
    ...conditions.map(test => ({ ...test, onTrue: behind(test.onTrue), onFalse: behind(test.onFalse) })),
  ];
}

/**
 * @param {CsvRule} rule
 * @param {Transforms} transforms
 * @param {FieldFinder} finder
 * @param {Set<number>} trimmed
 * @returns {Map<number, FieldChange>} By the fields' positions.
 */
function changesOf(rule, transforms, finder, trimmed) {
  /** @type {Map<number, FieldChange>} */
  const changes = new Map();
  /** @param {number} index */
  const changeOf = index => {
    const change = changes.get(index) ?? { index, trims: false, date: null, phone: null, hash: null, mask: null };
    changes.set(index, change);
    return change;
  };
  for (const index of trimmed) changeOf(index).trims = true;
  for (const [number, { field }] of rule.dates.entries()) {
    for (const index of meant(field, 'dates', finder, at => changes.get(at)?.date)) {
      changeOf(index).date = transforms.dates[number];
    }
  }
  for (const [number, { field }] of rule.phones.entries()) {
    for (const index of meant(field, 'phones', finder, at => changes.get(at)?.phone)) {
      changeOf(index).phone = { format: transforms.phones[number] };
    }
  }
  for (const field of rule.hash) {
    for (const index of finder.every(field, 'hash')) changeOf(index).hash = transforms.hash;
  }
  for (const { field, keepLast } of rule.mask) {
    for (const index of finder.every(field, 'mask')) {
      changeOf(index).mask = value => transforms.mask(value, keepLast);
    }
  }
  return changes;
}

/**
 * With phones `Phone` and `phone`, a header that has only one of them gets the format of its exact name.
 *
 * @param {Field} field
 * @param {string} key
 * @param {FieldFinder} finder
 * @param {(index: number) => unknown} isTaken
 */
function meant(field, key, finder, isTaken) {
  return finder.one(field, key).filter(index => {
    const isLoose = typeof field === 'string' && finder.names?.[index] !== field;
    return !(isLoose && isTaken(index));
  });
}

/**
 * @param {CsvRule} rule
 * @param {FieldFinder} finder
 * @returns {Map<number, string>}
 */
function renamedFields({ rename }, finder) {
  return new Map(rename.flatMap(([name, to]) => finder.one(name, 'rename').map(index => [index, to])));
}

/**
 * A header may have a name twice by itself. The recipe must not add one that is there already.
 *
 * @param {(number | SetColumn)[]} columns
 * @param {Map<number, string>} renamed
 * @param {(index: number) => string} nameOf What a field is called that is not renamed.
 */
function refuseDuplicates(columns, renamed, nameOf) {
  if (renamed.size === 0 && columns.every(column => typeof column === 'number')) return;
  /** @type {Map<string, boolean>} Whether the name comes from the recipe. */
  const written = new Map();
  for (const column of columns) {
    const own = typeof column === 'number' ? renamed.get(column) : column.name;
    const name = own ?? nameOf(/** @type {number} */ (column));
    const isOther = written.get(name);
    if (isOther === true || (isOther === false && own !== undefined)) {
      throw new CsvError(
        'csv/duplicate-column',
        `the output would have two columns "${printable(name)}"; give one of them another name in "rename" or "set", or drop one`,
      );
    }
    written.set(name, own !== undefined);
  }
}

/**
 * @param {(number | SetColumn)[]} columns
 * @param {Map<number, FieldChange>} changes
 * @returns {OutputPart[]}
 */
function partsOf(columns, changes) {
  /** @type {OutputPart[]} */
  const parts = [];
  for (const column of columns) {
    if (typeof column !== 'number') {
      parts.push(column);
      continue;
    }
    let run = parts.at(-1);
    if (run?.kind !== 'fields' || run.last !== column - 1) {
      run = { kind: 'fields', first: column, last: column, changes: [] };
      parts.push(run);
    }
    run.last = column;
    const change = changes.get(column);
    if (change) run.changes.push(change);
  }
  return parts;
}
