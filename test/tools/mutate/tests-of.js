import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SUITES } from '../../suites.js';

/**
 * The tests of a module, as far as imports tell: those of the suite `test` that lie where the module does, the one of its name
 * first; then others that import it, then those that import what imports it, and so on.
 *
 * @param {string} file
 * @param {number} most How many tests.
 * @returns {string[]}
 */
export function testsOf(file, most) {
  const tests = new Set(SUITES.get('test')?.files.flatMap(pattern => globSync(pattern)));
  const imports = new Map(
    globSync('{src,test}/**/*.js').map(importer => [
      importer,
      Array.from(readFileSync(importer, 'utf8').matchAll(/(?:\bfrom|\bimport\() ?'(\.[^']+)'/g), ([, to]) =>
        join(importer, '..', to),
      ),
    ]),
  );
  const reached = new Set([file]);
  // The set grows while it is walked.
  for (const to of reached) {
    for (const [importer, found] of imports) if (found.includes(to)) reached.add(importer);
  }
  const own = file.replace(/^src/, 'test').replace(/\.js$/, '');
  const distance = (/** @type {string} */ test) =>
    test.startsWith(`${own}.`) ? 0 : test.startsWith(`${own}-`) ? 1 : dirname(test) === dirname(own) ? 2 : 3;
  return [...reached]
    .filter(found => tests.has(found))
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, most);
}
