import { Turns } from '../streams/turns.js';
import { personalByName } from './personal-names.js';
import { personalByValues } from './personal-values.js';

/** @import { ColumnType } from './guess-type.js' */
/** @import { PersonalKind } from './personal-names.js' */

/**
 * Finds the columns of a table that look like personal data, by their values first, then by their names. A name that may be a
 * product's or a shop's (`name`, `city`) counts only where another column is personal for sure.
 *
 * @param {readonly { name: string | null, type: ColumnType, values: readonly string[] }[]} columns `values`: trimmed.
 * @param {Turns} [turns]
 * @returns {Promise<(PersonalKind | null)[]>} One for each column.
 */
export async function findPersonalData(columns, turns = new Turns()) {
  const found = [];
  for (const column of columns) {
    await turns.before(WORK_OF_A_COLUMN + column.values.length * WORK_OF_A_VALUE);
    found.push(await look(column));
  }
  const isPersonal = found.some(column => column?.isSure);
  return found.map((column, index) => {
    if (column === null || column.isSure) return column?.kind ?? null;
    return isPersonal && (column.kind !== 'name' || areWords(columns[index].values)) ? column.kind : null;
  });
}

/**
 * @param {{ name: string | null, type: ColumnType, values: readonly string[] }} column
 * @returns {Promise<{ kind: PersonalKind, isSure: boolean } | null>}
 */
async function look({ name, type, values }) {
  const byValues = CONTENT_TYPES.includes(type) ? await personalByValues(values, name) : null;
  if (byValues !== null) return { kind: byValues, isSure: true };
  const byName = name === null ? null : personalByName(name);
  return byName !== null && canBe(byName.kind, type, values) ? byName : null;
}

/**
 * Whether values of a type can be what the column's name says: `email` is not an address where it is `true`.
 *
 * @param {PersonalKind} kind
 * @param {ColumnType} type
 * @param {readonly string[]} values
 */
function canBe(kind, type, values) {
  if (values.every(value => value === '')) return true;
  if (kind === 'phone' || kind === 'card' || kind === 'iban' || kind === 'ssn') {
    return !NO_NUMBERS.includes(type) && values.some(value => /\d/.test(value));
  }
  if (kind === 'birth date') return type !== 'boolean' && type !== 'uuid' && type !== 'json';
  if (kind === 'address') return !NO_NUMBERS.includes(type) || type === 'json';
  return type === 'text' || type === 'json';
}

/**
 * Whether most values are made of letters rather than digits, as the names of people are.
 *
 * @param {readonly string[]} values
 */
function areWords(values) {
  const filled = values.filter(value => value !== '');
  return filled.filter(value => !WORDS.test(value)).length * 2 <= filled.length;
}

/** Of what its name and its values stand for (see `Turns`). */
const WORK_OF_A_COLUMN = 512;
const WORK_OF_A_VALUE = 64;

/** A number may follow, as in test data. */
const WORDS = /^[^\d]*\p{L}{2}[^\d]*\d{0,6}$/u;

/** @type {ColumnType[]} The types that email addresses, phone numbers, IBANs, cards and tax numbers may have. */
const CONTENT_TYPES = ['text', 'bigint', 'numeric'];

/** @type {ColumnType[]} */
const NO_NUMBERS = ['boolean', 'date', 'time', 'timestamp', 'timestamptz', 'uuid', 'json'];
