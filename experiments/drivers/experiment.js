import { assertions } from './assertions.js';
import { report } from './report.js';
import { prepare } from './stage.js';

/** @import { Experiment } from '../harness/shape.js' */

/** Which driver's stream waits for its reader, and which for the network. @type {Experiment} */
export const experiment = {
  name: 'drivers',
  about:
    'Reads the rows of a query in eight ways, into memory and over HTTP, near and far from the server, and to a client that stalls; and compares time, memory and round trips.',
  options: {
    rows: {
      default: 100_000,
      min: 1_000,
      max: 10_000_000,
      about: 'of the largest result; the others have a tenth and a hundredth',
    },
    'stalled-rows': { default: 400_000, min: 1_000, max: 10_000_000, about: 'for a client that stalls' },
    'round-trip': { default: 100, min: 1, max: 10_000, about: 'to the far server, in milliseconds' },
  },
  runs: 3,
  packages: ['pg', 'pg-copy-streams', 'pg-query-stream', 'postgres'],
  prepare,
  report,
  assertions,
};
