import { buildAndStartSam, buildForSuite } from './sam/built-function.js';
import { sharePostgres } from './support/shared-postgres.js';
import { postgres } from './tools/postgres/suite.js';
import { versitygw } from './tools/versitygw/suite.js';

/**
 * @typedef {object} Suite
 * @property {string[]} files Patterns, each of which has to match a file.
 * @property {number} atOnce How many files run at once.
 * @property {number} [together] How many files share a process when the whole suite runs. One, if it is not given.
 * @property {number} limitMs How long a process may take before it is ended: a bound for what hangs, not for what is slow.
 * @property {(how: { isWhole: boolean }) => Promise<SuiteEnvironment>} [start] Starts what the tests need. `isWhole`: whether all files run.
 */

/**
 * @typedef {object} SuiteEnvironment
 * @property {Record<string, string>} env Additional environment variables for the tests.
 * @property {RegExp[]} skip Titles of tests that do not run.
 * @property {() => Promise<void>} end
 */

/** @type {[string, Suite][]} */
const suites = [
  [
    'test',
    {
      // First those that take longest.
      files: [
        'test/{behaviour,serve}/**/!(*.long).test.js',
        'test/*.test.js',
        'test/!(tools|fuzz)/**/!(*.long).test.js',
      ],
      ...{ atOnce: 3, together: 20, limitMs: 600_000, start: sharePostgres },
    },
  ],
  [
    'long',
    {
      // First those that take longest.
      files: ['test/tools/experiments/*.test.js', 'test/**/*.long.test.js', 'test/{tools,fuzz}/**/!(*.long).test.js'],
      ...{ atOnce: 3, together: 8, limitMs: 900_000, start: sharePostgres },
    },
  ],
  ['all', { files: ['test/**/*.test.js'], atOnce: 3, limitMs: 3_600_000, start: drawAllCases }],
  ['sam', { files: ['test/sam/*.sam.js'], atOnce: 1, limitMs: 900_000, start: buildAndStartSam }],
  ['cloud', { files: ['test/cloud/*.cloud.js'], atOnce: 1, limitMs: 900_000, start: buildForSuite }],
  ['versitygw', versitygw],
  ['postgres', postgres],
];

/** @returns {Promise<SuiteEnvironment>} */
async function drawAllCases() {
  return { env: { TEST_CASES: process.env.TEST_CASES ?? '1' }, skip: [], end: async () => {} };
}

/** By their names: `npm run test:NAME` runs one. */
export const SUITES = new Map(suites);
