import { assertions } from './assertions.js';
import { report } from './report.js';
import { prepare } from './stage.js';

/** @import { Experiment } from '../harness/shape.js' */

/** What a query costs in round trips, by the way it is sent and the connection it goes through. @type {Experiment} */
export const experiment = {
  name: 'round-trips',
  about:
    'Sends the same query to PostgreSQL in eight ways, on a new connection and on a kept one, with and without TLS, directly and through PgBouncer, from Node and from workerd, and counts the round trips of each.',
  options: { 'round-trip': { default: 100, min: 10, max: 10_000, about: 'the longest one, in milliseconds' } },
  runs: 3,
  packages: ['pg', 'pg-copy-streams', 'postgres'],
  prepare,
  report,
  assertions,
};
