import { nearest } from './nearest.js';

/** @import { SchemaPart } from './schema-part.js' */

/**
 * Suggests an allowed value for one that is not allowed.
 *
 * @param {unknown} data
 * @param {SchemaPart} part
 * @returns {unknown} undefined if nothing is close.
 */
export function suggestValue(data, { type, enum: values = [], examples = [] }) {
  const words = [...values, ...examples].filter(value => typeof value === 'string').filter(word => word.length > 2);
  if (typeof data === 'number') {
    const isShare = data > 0 && data < 1 && words.some(word => word.endsWith('%'));
    return isShare ? `${Number((data * 100).toPrecision(6))}%` : undefined;
  }
  if (typeof data !== 'string') return undefined;
  // A boolean may have been put in quotes; so may an integer where strings are allowed too.
  const types = Array.isArray(type) ? type : [];
  const word = data.toLowerCase();
  const alias = ALIASES.get(word);
  if (alias !== undefined && words.includes(alias)) return alias;
  if ([type].flat().includes('boolean') && BOOLEANS.has(word)) return BOOLEANS.get(word);
  if (types.includes('integer') && /^[0-9]{1,4}$/.test(data)) return Number(data);
  // A wrong figure must not be corrected to an example.
  return nearest(
    data,
    words.filter(word => /^[a-z]/.test(word)),
  );
}

/** What other programs, and Postgres itself, call the types of columns. */
const ALIASES = new Map([
  ...['string', 'varchar', 'char', 'character varying'].map(word => /** @type {const} */ ([word, 'text'])),
  ['bool', 'boolean'],
  ['int2', 'smallint'],
  ['int', 'integer'],
  ['int4', 'integer'],
  ['int8', 'bigint'],
  ['long', 'bigint'],
  ['decimal', 'numeric'],
  ['number', 'numeric'],
  ['float4', 'real'],
  ['float', 'double precision'],
  ['float8', 'double precision'],
  ['double', 'double precision'],
  ['datetime', 'timestamp'],
  ['timestamp with time zone', 'timestamptz'],
]);

const BOOLEANS = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);
