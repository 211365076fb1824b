import { countsAll, keyOf } from './merge-rows.js';
import { ownColumns, stagingSql } from './staging-table.js';

/** @import { StagedRows } from './staging-table.js' */

/**
 * The entries' JSON, each with the number of rows whose key came before: in it, or in an earlier entry.
 *
 * @param {StagedRows} staged
 * @param {string} entries An expression.
 */
export function withRepeatedKeys(staged, entries) {
  const { entry, row } = ownColumns(staged);
  return withMember(
    entries,
    'repeatedKeys',
    `SELECT ${entry} AS place, count(*) AS rows FROM (
       SELECT ${entry}, row_number() OVER (PARTITION BY ${keyOf(staged.shapes[0]).join(', ')} ORDER BY ${row}) AS number
         FROM ${stagingSql(staged)} WHERE ${countedRows(staged)}) AS numbered WHERE number > 1 GROUP BY ${entry}`,
  );
}

/**
 * The entries' JSON, each with the number of its rows that the server has not counted; under `merge`, of those with the same key only
 * the last one is meant to be. Entries of which the server does not count all rows get no number.
 *
 * @param {StagedRows} staged
 * @param {string} entries An expression.
 * @param {string} counted An expression: how many the server has counted of each, beginning at 1.
 */
export function withTakenByTriggers(staged, entries, counted) {
  const key = keyOf(staged.shapes[0]);
  const areCounted = staged.shapes.map(columns => countsAll(columns, key));
  if (!areCounted.includes(true)) return entries;
  const { entry } = ownColumns(staged);
  const places = staged.entryShapes.flatMap((shape, place) => (areCounted[shape] ? place : []));
  const picked = areCounted.includes(false) ? ` AND ${entry} = ANY ('{${places}}')` : '';
  const sent = `SELECT ${key.length > 0 ? 'DISTINCT ' : ''}${[`${entry} AS place`, ...key].join(', ')}
     FROM ${stagingSql(staged)} WHERE ${countedRows(staged)}${picked}`;
  const taken = `count(*) - coalesce((${counted})[place + 1], 0)`;
  return withMember(
    entries,
    'takenByTriggers',
    `SELECT place, ${taken} AS rows FROM (${sent}) AS sent GROUP BY place HAVING ${taken} > 0`,
  );
}

/**
 * The member is added to the text: `jsonb` refuses some of what `json` holds, as the NUL in a field's name.
 *
 * @param {string} entries An expression.
 * @param {string} member
 * @param {string} counted A query for `place` and `rows`; an entry that it does not have gets no member.
 */
function withMember(entries, member, counted) {
  return `(SELECT coalesce(json_agg(CASE WHEN counted.rows IS NULL THEN value ELSE
      (left(value::text, -1) || ',"${member}":' || counted.rows || '}')::json END ORDER BY number), '[]')
    FROM json_array_elements(${entries}) WITH ORDINALITY AS listed(value, number)
    LEFT JOIN (${counted}) AS counted ON counted.place = number - 1)`;
}

/**
 * The rows that count.
 *
 * @param {StagedRows} staged
 */
export function countedRows(staged) {
  return `${ownColumns(staged).turn} = ANY ('{${staged.turns}}')`;
}
