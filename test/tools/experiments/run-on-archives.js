import { experimentOnArchives } from '../../../experiments/archives.js';
import { runScript } from '../../../scripts/command-line/command.js';

// `npm run experiment`, with only the largest Lambda.
await runScript(signal => experimentOnArchives(signal, [3008]), { help: '', exitCodeWhenStopped: 130 });
