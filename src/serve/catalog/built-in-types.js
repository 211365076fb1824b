/** @import { CastType, Form } from './load-catalog.js' */

/**
 * Postgres's own types that a column may be cast to, in lower case, by their form. Those that name something of the catalog
 * (`regclass`, `oid`) are not here: a cast to them would look the name up.
 *
 * @type {Partial<Record<Form, string[]>>}
 */
const NAMES = {
  number: [
    ...['smallint', 'integer', 'int', 'bigint', 'int2', 'int4', 'int8', 'numeric', 'decimal'],
    ...['real', 'double precision', 'float', 'float4', 'float8'],
  ],
  text: [
    ...['text', 'character varying', 'varchar', 'character', 'char', 'bpchar', 'name'],
    ...['bytea', 'bit', 'varbit', 'bit varying', 'money', 'uuid', 'xml'],
    ...['inet', 'cidr', 'macaddr', 'macaddr8', 'tsvector', 'tsquery'],
    ...['time', 'timetz', 'time without time zone', 'time with time zone', 'interval'],
    ...['point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle'],
    ...['int4range', 'int8range', 'numrange', 'tsrange', 'tstzrange', 'daterange'],
    ...['int4multirange', 'int8multirange', 'nummultirange', 'tsmultirange', 'tstzmultirange', 'datemultirange'],
  ],
  boolean: ['boolean', 'bool'],
  other: ['json', 'jsonb'],
  moment: ['date', 'timestamp', 'timestamptz', 'timestamp without time zone', 'timestamp with time zone'],
};

/** @type {ReadonlyMap<string, CastType>} */
export const BUILT_IN_TYPES = new Map(
  Object.entries(NAMES).flatMap(([form, names]) =>
    names.map(name => [name, { sql: name, form: /** @type {Form} */ (form) }]),
  ),
);
