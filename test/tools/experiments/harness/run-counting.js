import { helpOf, runExperiment } from '../../../../experiments/harness/run-experiment.js';
import { runScript } from '../../../../scripts/command-line/command.js';
import { COUNTING, cellOfCode } from './fixture.js';

/** @import { Experiment } from '../../../../experiments/harness/shape.js' */

// The experiment that counts, as `npm run experiment -- counting` would run it if it had a room.
const ways = /** @type {const} */ ([
  ['by ones', 100],
  ['by tens', 10],
]);
const cells = ways.map(([way, steps]) => {
  const seen = JSON.stringify({ digest: 'abc', figures: { steps }, words: {} });
  return cellOfCode(way, `console.log(${JSON.stringify(seen)})`, { of: { way }, sameAs: 'the number' });
});
/** @type {Experiment} */
const experiment = {
  ...COUNTING,
  prepare: async () => ({ cells, versions: { server: '1.0' }, close: async () => {} }),
};
await runScript(signal => runExperiment(experiment, signal), { help: helpOf(experiment), exitCodeWhenStopped: 130 });
