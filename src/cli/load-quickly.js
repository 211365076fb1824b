import { readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Makes the program's own modules load quickly: there are hundreds, and most of a small job's time is their loading. They are
 * compiled once, and found without the checks that Node makes for modules of any kind.
 */
export function loadQuickly() {
  // If the folder is read-only, nothing is cached. It is safe there: only someone who can change the program can write to it.
  enableCompileCache(join(fileURLToPath(SOURCE), '..', 'node_modules', '.cache', 'sluice'));
  registerHooks({
    resolve(specifier, context, next) {
      const isOwn = OWN.test(specifier) && context.parentURL?.startsWith(SOURCE);
      if (!isOwn) return next(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (!url.startsWith(SOURCE) || !url.endsWith('.js')) return next(url, context);
      return { source: readFileSync(fileURLToPath(url)), format: 'module', shortCircuit: true };
    },
  });
}

const SOURCE = new URL('../', import.meta.url).href;
const OWN = /^\.\.?\/.*\.js$/;
