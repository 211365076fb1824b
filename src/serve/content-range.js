import { ServeError } from './serve-error.js';

/** @import { Read } from './read/parse-read.js' */

/**
 * Which rows of how many an answer has, as PostgREST says it.
 *
 * @param {Pick<Read, 'offset' | 'limit' | 'count'>} read
 * @param {number | null} rowCount null: not known yet.
 * @param {number | null} total null: nobody asked for it.
 * @returns {{ status: 200 | 206, text: string }}
 * @throws {ServeError} 416 if the offset is behind the last row.
 */
export function contentRange({ offset, limit }, rowCount, total) {
  const first = offset ?? 0;
  if (total !== null && first > total) {
    throw new ServeError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${first} was requested, but there are only ${total} rows.`,
      headers: { 'content-range': `*/${total}` },
    });
  }
  const length = rowCount ?? Math.min(limit ?? Number.POSITIVE_INFINITY, Math.max((total ?? 0) - first, 0));
  const range = length === 0 ? '*' : `${first}-${first + length - 1}`;
  return { status: total !== null && length < total ? 206 : 200, text: `${range}/${total ?? '*'}` };
}
