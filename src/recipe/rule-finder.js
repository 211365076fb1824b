/**
 * Finds the rule that decides about an entry: the first whose glob matches.
 *
 * @param {string[]} globs Of the rules, in order.
 * @param {((path: string) => boolean)[]} matchers One for each of them.
 * @returns {{ ruleIndexFor: (path: string) => number, workFor: (path: string) => number }} `ruleIndexFor`: -1 if none matches.
 *   `workFor`: how many characters are looked at to find a path's rule, about (see `Turns`).
 */
export function ruleFinder(globs, matchers) {
  const length = globs.reduce((sum, glob) => sum + glob.length, 0);
  return {
    ruleIndexFor: path =>
      path.length > LONGEST_PATH && path.length * length > MOST_COMPARED
        ? -1
        : matchers.findIndex(matches => matches(path)),
    workFor: path => path.length * (1 + globs.length + Math.ceil(length / GLOB_AT_ONCE)),
  };
}

/** Nothing is published under a longer one, whatever its rule is. */
const LONGEST_PATH = 1024;
/** Without this, the time for a path of 64 KiB would grow with the recipe. */
const MOST_COMPARED = 2 ** 28;
/** How many characters of a glob are compared with one of the path at once, in the worst case. */
const GLOB_AT_ONCE = 32;
