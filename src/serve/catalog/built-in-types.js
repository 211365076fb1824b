/** @import { CastType } from './load-catalog.js' */

/**
 * Postgres's own types that a column may be cast to, in lower case. Those that name something of the catalog (`regclass`, `oid`)
 * are not here: a cast to them would look the name up.
 *
 * @type {ReadonlyMap<string, CastType>}
 */
export const BUILT_IN_TYPES = new Map(
  [
    ...['smallint', 'integer', 'int', 'bigint', 'int2', 'int4', 'int8', 'numeric', 'decimal', 'money'],
    ...['real', 'double precision', 'float', 'float4', 'float8'],
    ...[
      'text',
      'character varying',
      'varchar',
      'character',
      'char',
      'bpchar',
      'name',
      'bytea',
      'bit',
      'varbit',
      'bit varying',
    ],
    ...[
      'boolean',
      'bool',
      'uuid',
      'json',
      'jsonb',
      'xml',
      'inet',
      'cidr',
      'macaddr',
      'macaddr8',
      'tsvector',
      'tsquery',
    ],
    ...['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval'],
    ...['time without time zone', 'time with time zone'],
    ...['timestamp without time zone', 'timestamp with time zone'],
    ...['point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle'],
    ...['int4range', 'int8range', 'numrange', 'tsrange', 'tstzrange', 'daterange'],
    ...['int4multirange', 'int8multirange', 'nummultirange', 'tsmultirange', 'tstzmultirange', 'datemultirange'],
  ].map(name => [name, { sql: name, mayHoldLines: name === 'json' }]),
);
