import { experimentOnArchives } from '../../../experiments/archives.js';
import { runScript } from '../../../scripts/command-line/command.js';

// `npm run experiment`, with only the smallest Lambda and the largest one.
await runScript(signal => experimentOnArchives(signal, [128, 3008]), { help: '', exitCodeWhenStopped: 130 });
