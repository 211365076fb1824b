/** @import { RE2JS } from 're2js' */

/**
 * Compiles a regular expression in RE2's syntax, which matches in linear time.
 *
 * @param {string} pattern
 * @param {(problem: string) => never} [refuse] Throws an error with "<problem>".
 * @returns {Promise<RE2JS>} Its `test` looks for a match anywhere in a text.
 */
export async function compilePattern(pattern, refuse = refusePattern) {
  // Loaded here, because few recipes have a pattern.
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return refuse(error.message.replace(/^error parsing regexp: /, ''));
  }
}

/**
 * @param {string} problem
 * @returns {never}
 */
function refusePattern(problem) {
  throw new Error(problem);
}
