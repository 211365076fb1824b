/**
 * Counts the parts of a regular expression in RE2's syntax once its counted repetitions are written out: `(ab){3}` has six. Each
 * takes memory, and a step for each character of a value, so `\pL{999}` a hundred times takes a hundred megabytes. A class of
 * Unicode's counts as several parts more, however often it is repeated: to fold its case takes time.
 *
 * @param {string} pattern May be none.
 * @returns {number}
 */
export function patternSize(pattern) {
  /** Of the groups that are open. */
  const outside = [];
  let size = 0;
  let last = 0;
  let folded = 0;
  for (const [token] of pattern.matchAll(TOKENS)) {
    // Flags are no part: what follows them repeats the part before.
    if (FLAGS.test(token)) continue;
    const [, least, most] = COUNT.exec(token) ?? [];
    if (least !== undefined) {
      // The part itself is there already.
      const times = Math.max(Number(least) + 1, Number(most));
      size += last * (times - 1);
      last *= times;
    } else if (token.startsWith('(')) {
      outside.push(size);
      size = 0;
      last = 0;
    } else if (token === ')' && outside.length > 0) {
      last = size + 1;
      size = /** @type {number} */ (outside.pop()) + last;
    } else {
      if (UNICODE.test(token)) folded += FOLDED_SIZE;
      last = token.startsWith('\\Q') ? token.length : 1;
      size += last;
    }
  }
  return outside.reduce((sum, each) => sum + each, size + folded);
}

const UNICODE = /^\[.*\\[pP]|^\\[pP]/s;
const FOLDED_SIZE = 7;
const FLAGS = /^\(\?[a-zA-Z-]*\)$/;
const COUNT = /^\{(\d+),?(\d*)\}$/;
/** Quoted texts, classes, escaped characters, beginnings of groups, counts, and all other characters. */
const TOKENS =
  /\\Q.*?(?:\\E|$)|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|.)|\((?:\?(?:P?<\w+>|[a-zA-Z-]*[:)]))?|\{\d+(?:,\d*)?\}|./gsu;

/** Of one regular expression: four times as many as its text may have characters. */
export const MAX_PATTERN_SIZE = 4096;
/** Of all in a recipe. */
export const MAX_PATTERNS_SIZE = 32_768;
