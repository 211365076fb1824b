import { CsvError } from '../../errors.js';
import { jsonName, listNames } from '../../printable.js';
import { matchNames } from '../../recipe/field-names.js';
import { nearest } from '../../recipe/nearest.js';
import { fieldsIn } from './fields-in.js';
import { cureOf } from './missing-cures.js';

/** @import { CsvRule, Field } from '../../recipe/recipe.js' */
/** @import { NameMatch } from '../../recipe/field-names.js' */

/** Finds the fields that a rule names in an entry, by their positions. */
export class FieldFinder {
  /**
   * @param {CsvRule} rule
   * @param {string[] | null} names The header; null if the entry has none.
   * @param {number} width How many fields a record has.
   */
  constructor(rule, names, width) {
    this.names = names;
    this.width = width;
    this.ignoresMissing = rule.missing === 'ignore';
    this.matches = matchNames(fieldsIn(rule).filter(isName), names ?? [], rule.names);
    /** @type {Set<Field>} */
    this.missing = new Set();
    /** Matches, which several spellings may share, whose fields all have one name. @type {Set<number[]>} */
    this.uniform = new Set();
  }

  /**
   * Finds a field of which every match is meant.
   *
   * @param {Field} field
   * @param {string} key The recipe's key that names it.
   * @returns {number[]}
   * @throws {CsvError} `csv/missing-field`
   */
  every(field, key) {
    const { all } = this.matchOf(field);
    return all.length > 0 ? all : this.lacks(field, key);
  }

  /**
   * Finds a field of which one match is meant: the exact one, or else the only loose one. A name that the header has
   * twice means both fields.
   *
   * @param {Field} field
   * @param {string} key The recipe's key that names it.
   * @returns {number[]}
   * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`
   */
  one(field, key) {
    const { exact, all } = this.matchOf(field);
    if (exact.length > 0) return exact;
    if (all.length === 0) return this.lacks(field, key);
    if (this.uniform.has(all)) return all;
    const first = this.names?.[all[0]];
    const other = all.find(index => this.names?.[index] !== first);
    if (other !== undefined) throw this.ambiguous(field, key, all[0], other);
    this.uniform.add(all);
    return all;
  }

  /**
   * Finds the fields that a date, a phone or a type is about. One that is taken by an earlier one is left out if it only
   * matches loosely: of the phones `Phone` and `phone`, the one with the header's exact name decides.
   *
   * @param {Field} field
   * @param {string} key The recipe's key that names it.
   * @param {(index: number) => boolean} isTaken
   * @param {Set<number[]>} earlier What earlier spellings match; added to.
   * @returns {number[]}
   * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`
   */
  unlessTaken(field, key, isTaken, earlier) {
    const found = this.one(field, key);
    // All of them are taken. There may be as many spellings in the recipe as fields in the header.
    if (earlier.has(found) && isName(field) && this.names?.[found[0]] !== field) return [];
    earlier.add(found);
    return found.filter(index => {
      const isLoose = isName(field) && this.names?.[index] !== field;
      return !(isLoose && isTaken(index));
    });
  }

  /**
   * @param {Field} field
   * @returns {NameMatch}
   */
  matchOf(field) {
    if (isName(field)) return this.matches.get(field) ?? NO_MATCH;
    return field < this.width ? { exact: [field], all: [field] } : NO_MATCH;
  }

  /**
   * @param {Field} field
   * @param {string} key
   * @returns {number[]}
   */
  lacks(field, key) {
    if (this.ignoresMissing) {
      this.missing.add(field);
      return [];
    }
    const meant = isName(field) && this.nearestTo(field);
    const has = `it has ${listFields(this.names, this.width)}`;
    const cures = [cureOf(field, this.names) ?? (meant ? null : WHERE_NAMES_ARE)];
    // A table cannot do without its key.
    if (key !== 'table') cures.push('or, if such entries may lack it, set "missing": "ignore"');
    throw new CsvError(
      'csv/missing-field',
      `"${key}" names the field ${shown(field)}, which the entry lacks; ` +
        [meant ? `did you mean ${shown(meant)}? ${has.replace('it', 'It')}` : has, ...cures]
          .filter(part => part !== null)
          .join('; '),
    );
  }

  /** @param {string} field */
  nearestTo(field) {
    if (field.length > LISTED_NAME_LENGTH) return undefined;
    const candidates = (this.names ?? []).slice(0, COMPARED_NAMES);
    return nearest(
      field,
      candidates.filter(name => name.length <= LISTED_NAME_LENGTH),
    );
  }

  /**
   * @param {Field} field
   * @param {string} key
   * @param {number} one
   * @param {number} other
   */
  ambiguous(field, key, one, other) {
    const [first, second] = [one, other].map(index => shown(this.names?.[index] ?? ''));
    return new CsvError(
      'csv/ambiguous-field',
      `"${key}" names the field ${shown(field)}, which matches both ${first} and ${second}; write the name exactly, ` +
        `name the field by its position (${one} or ${other}), or set "names": "exact"`,
    );
  }

  /**
   * @returns {string[]} What matched nothing, in the order in which it was looked for, shortened: names, or `position 7`.
   */
  listMissing() {
    const list = [];
    let length = 0;
    for (const field of this.missing) {
      const name = isName(field) ? shortened(field) : `position ${field}`;
      length += Buffer.byteLength(JSON.stringify(name));
      if (list.length > 0 && length > LISTED_MISSING) return [...list, `and ${this.missing.size - list.length} more`];
      list.push(name);
    }
    return list;
  }
}

/**
 * @param {string[] | null} names
 * @param {number} width
 * @returns {string} The fields that an entry has, for a message.
 */
export function listFields(names, width) {
  if (!names) return `positions 0 to ${width - 1}, and no header`;
  return listNames(names, shown);
}

/**
 * @param {Field} field
 * @returns {field is string}
 */
function isName(field) {
  return typeof field === 'string';
}

/**
 * @param {Field} field
 * @returns {string} As it can stand in the recipe, if it is a name.
 */
function shown(field) {
  return isName(field) ? jsonName(field) : `position ${field}`;
}

/**
 * @param {string} name
 * @returns {string} The name, or its beginning: an archive may bring one of any length.
 */
export function shortened(name) {
  return name.length > LISTED_NAME_LENGTH ? `${name.slice(0, LISTED_NAME_LENGTH)}…` : name;
}

/** @type {NameMatch} */
const NO_MATCH = { exact: [], all: [] };

const WHERE_NAMES_ARE =
  'if the names stand further down, set "skipLines"; if they are split in the wrong places, set "delimiter"';
const LISTED_NAME_LENGTH = 100;
/** In bytes of JSON. */
const LISTED_MISSING = 500;
/** How many of a header's names are compared with one that it lacks. */
const COMPARED_NAMES = 1000;
