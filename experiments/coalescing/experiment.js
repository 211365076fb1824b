import { assertions } from './assertions.js';
import { report } from './report.js';
import { prepare } from './stage.js';

/** @import { Experiment } from '../harness/shape.js' */

/** What it saves when equal reads that are under way are one query, and when it saves nothing. @type {Experiment} */
export const experiment = {
  name: 'coalescing',
  about:
    'Sends the same read over many connections to servers in front of PostgreSQL and of Redis, with and without sharing one query between equal reads, and counts the queries that arrive; then ends the store’s connections for a while.',
  options: {
    connections: { default: 5000, min: 100, max: 15_000, about: 'the most connections; the fewest are a hundredth' },
    seconds: { default: 2, min: 1, max: 60, about: 'how long each load takes' },
  },
  runs: 3,
  packages: ['autocannon', 'pg'],
  prepare,
  report,
  assertions,
};
