/**
 * The operators with a value, by their names in a request, and what they are in SQL. `like` and `ilike` take `*` for `%`.
 *
 * @type {ReadonlyMap<string, string>}
 */
export const COMPARISONS = new Map([
  ...Object.entries({ eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', cs: '@>', cd: '<@' }),
  ...Object.entries({ like: 'LIKE', ilike: 'ILIKE', match: '~', imatch: '~*' }),
]);
