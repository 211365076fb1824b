import { runScript } from '../scripts/command-line/command.js';
import { experimentOnArchives, HELP } from './archives.js';
import { findExperiments } from './harness/find-experiments.js';
import { helpOf, runExperiment } from './harness/run-experiment.js';

const experiments = await findExperiments();
const named = experiments.find(({ name }) => name === process.argv[2]);
if (named === undefined) {
  const others = experiments.map(({ name, about }) => `  ${name.padEnd(17)} ${about}`);
  await runScript(experimentOnArchives, {
    help: `${HELP}\nOthers, by \`npm run experiment -- NAME\` (\`npm run experiment -- NAME --help\` has their options):\n\n${others.join('\n')}\n`,
    exitCodeWhenStopped: 130,
  });
} else {
  process.argv.splice(2, 1);
  await runScript(signal => runExperiment(named, signal), { help: helpOf(named), exitCodeWhenStopped: 130 });
}
