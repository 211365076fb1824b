/** @import { Column } from '../catalog/load-catalog.js' */

/**
 * What a column's values are in JSON.
 *
 * @param {Column} column
 * @param {boolean} isKey
 * @returns {object} A JSON schema.
 */
export function columnSchema(column, isKey) {
  const { type, isNullable, comment } = column;
  const schema = valueSchema(column);
  const description = [comment, `Postgres: ${type}`, isKey && 'Part of the primary key'].filter(Boolean).join('\n');
  if (!isNullable || schema.type === undefined) return { ...schema, description };
  return {
    ...schema,
    type: [schema.type, 'null'].flat(),
    ...(schema.enum !== undefined && { enum: [...schema.enum, null] }),
    description,
  };
}

/**
 * @param {Column} column
 * @returns {{ type?: string | string[], format?: string, items?: object, enum?: string[] }}
 */
function valueSchema({ baseType, category, labels, form }) {
  if (labels !== null) return { type: 'string', enum: labels };
  if (category === 'A') return ARRAY;
  // A composite type, or one with a cast to JSON.
  return SCHEMAS[baseType] ?? (form === 'other' ? {} : STRING);
}

const STRING = { type: 'string' };
const ARRAY = { type: 'array', items: {} };
/** NaN and the infinities are texts. */
const NUMBER = { type: ['number', 'string'] };

/** @type {Record<string, { type?: string | string[], format?: string, items?: object }>} */
const SCHEMAS = {
  int2: { type: 'integer', format: 'int32' },
  int4: { type: 'integer', format: 'int32' },
  int8: { type: 'integer', format: 'int64' },
  ...{ numeric: NUMBER, float4: NUMBER, float8: NUMBER },
  bool: { type: 'boolean' },
  ...{ json: {}, jsonb: {} },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  timestamptz: { type: 'string', format: 'date-time' },
};
