import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Loads a mutant in the place of its module, in this process and in those that it starts.
const { MUTATED_URL, MUTANT_FILE = '' } = process.env;
registerHooks({
  load: (url, context, next) =>
    url === MUTATED_URL
      ? { format: 'module', source: readFileSync(MUTANT_FILE), shortCircuit: true }
      : next(url, context),
});
