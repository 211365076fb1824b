import { runScript } from '../scripts/command-line/command.js';
import { UsageError } from '../src/errors.js';
import { printable } from '../src/printable.js';
import { experimentOnArchives, HELP } from './archives.js';
import { findExperiments } from './harness/find-experiments.js';
import { helpOf, runExperiment } from './harness/run-experiment.js';

const experiments = await findExperiments();
const [, , asked = ''] = process.argv;
const named = experiments.find(({ name }) => name === asked);
if (named === undefined) {
  const others = experiments.map(({ name, about }) => `  ${name.padEnd(17)} ${about}`);
  const isUnknown = asked !== '' && !asked.startsWith('-');
  await runScript(isUnknown ? refuseUnknown : experimentOnArchives, {
    help: `${HELP}\nOthers, by \`npm run experiment -- NAME\` (\`npm run experiment -- NAME --help\` has their options):\n\n${others.join('\n')}\n`,
    exitCodeWhenStopped: 130,
  });
} else {
  process.argv.splice(2, 1);
  await runScript(signal => runExperiment(named, signal), { help: helpOf(named), exitCodeWhenStopped: 130 });
}

/**
 * @returns {Promise<never>}
 * @throws {UsageError} `usage/arguments`
 */
async function refuseUnknown() {
  const names = experiments.map(({ name }) => name).join(', ');
  throw new UsageError(
    'usage/arguments',
    `there is no experiment "${printable(asked)}"; there are ${names}, and without a name the one on archives`,
  );
}
