import { literal } from '../sql/literal.js';

/**
 * The query for everything that the service has to know of a schema. It gives one row with one column, `catalog`, or none if there
 * is no such schema.
 *
 * @param {string} schema
 * @returns {string}
 */
export function catalogQuery(schema) {
  return `WITH RECURSIVE
schema AS (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = ${literal(schema)}),
relations AS (
  SELECT c.oid, c.relname, c.relkind, c.relispartition FROM pg_catalog.pg_class c JOIN schema s ON c.relnamespace = s.oid
   WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
),
attributes AS (
  SELECT a.* FROM pg_catalog.pg_attribute a JOIN relations r ON a.attrelid = r.oid
   WHERE a.attnum > 0 AND NOT a.attisdropped
),
own_types AS (
  SELECT y.oid, y.typname FROM pg_catalog.pg_type y JOIN schema s ON y.typnamespace = s.oid WHERE y.typtype IN ('e', 'd')
),
-- Each type with those that it is made of: a domain's base, an array's elements.
parts(root, oid) AS (
  SELECT DISTINCT atttypid, atttypid FROM attributes
  UNION SELECT oid, oid FROM own_types
  UNION
  SELECT p.root, CASE y.typtype WHEN 'd' THEN y.typbasetype ELSE y.typelem END
    FROM parts p JOIN pg_catalog.pg_type y ON y.oid = p.oid
   WHERE y.typtype = 'd' OR (y.typelem <> 0 AND y.typcategory = 'A')
),
-- What a type is, if it is a domain; and what row_to_json makes of its values.
bases AS (
  SELECT DISTINCT ON (p.root) p.root, y.oid, y.typname, y.typcategory,
         CASE WHEN y.oid < 16384 AND y.typname IN ('int2', 'int4', 'int8', 'float4', 'float8', 'numeric') THEN 'number'
              WHEN y.oid < 16384 AND y.typname IN ('date', 'timestamp', 'timestamptz') THEN 'moment'
              WHEN y.oid < 16384 AND y.typname = 'bool' THEN 'boolean'
              WHEN y.oid < 16384 AND y.typname IN ('json', 'jsonb') THEN 'other'
              WHEN y.typtype IN ('b', 'e', 'r', 'm') AND y.typcategory <> 'A' AND (
                y.oid < 16384 OR NOT EXISTS (
                  SELECT FROM pg_catalog.pg_cast k WHERE k.castsource = y.oid AND k.casttarget = 'json'::regtype)) THEN 'text'
              ELSE 'other' END AS form
    FROM parts p JOIN pg_catalog.pg_type y ON y.oid = p.oid
    JOIN pg_catalog.pg_type r ON r.oid = p.root
   WHERE y.typtype <> 'd' AND (y.oid = r.oid OR (r.typtype = 'd' AND y.typcategory = r.typcategory))
),
labels AS (
  SELECT enumtypid, json_agg(enumlabel ORDER BY enumsortorder) AS names FROM pg_catalog.pg_enum GROUP BY enumtypid
),
columns AS (
  SELECT a.attrelid, json_agg(json_build_object(
           'name', a.attname,
           'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
           'typeName', y.typname,
           'baseType', coalesce(b.typname, y.typname),
           'category', y.typcategory,
           'labels', l.names,
           'isNullable', NOT a.attnotnull,
           'comment', d.description,
           'ordinal', a.attnum,
           'form', coalesce(b.form, 'other')) ORDER BY a.attnum) AS list
    FROM attributes a JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
    LEFT JOIN bases b ON b.root = a.atttypid
    LEFT JOIN pg_catalog.pg_description d
      ON d.objoid = a.attrelid AND d.objsubid = a.attnum AND d.classoid = 'pg_class'::regclass
    LEFT JOIN labels l ON l.enumtypid = coalesce(b.oid, y.oid)
   GROUP BY a.attrelid
),
keys AS (
  SELECT i.indrelid, json_agg(a.attname ORDER BY array_position(i.indkey::int2[], a.attnum)) AS names
    FROM pg_catalog.pg_index i JOIN attributes a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
   WHERE i.indisprimary GROUP BY i.indrelid
)
SELECT json_build_object(
  'comment', pg_catalog.obj_description(schema.oid, 'pg_namespace'),
  'types', (SELECT coalesce(json_agg(json_build_object('name', o.typname, 'form', coalesce(b.form, 'other'))), '[]')
              FROM own_types o LEFT JOIN bases b ON b.root = o.oid),
  'tables', (SELECT coalesce(json_agg(json_build_object(
      'name', r.relname,
      'kind', CASE r.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table'
                             WHEN 'p' THEN 'partitioned table' ELSE 'table' END,
      'isPartition', r.relispartition,
      'comment', pg_catalog.obj_description(r.oid, 'pg_class'),
      'oid', r.oid::int8,
      'columns', coalesce(c.list, '[]'),
      'primaryKey', coalesce(k.names, '[]')) ORDER BY r.relname), '[]')
    FROM relations r LEFT JOIN columns c ON c.attrelid = r.oid LEFT JOIN keys k ON k.indrelid = r.oid))::text AS catalog
  FROM schema`;
}
