/** @typedef {{ digest: string | null, figures: Record<string, number>, words: Record<string, string> }} Seen */

/**
 * Ends a cell's program: prints what it saw, for the harness.
 *
 * @param {Partial<Seen>} seen
 */
export function printSeen({ digest = null, figures = {}, words = {} }) {
  process.stdout.write(`${JSON.stringify({ digest, figures, words })}\n`);
}

/**
 * @param {string} stdout Of a cell's process.
 * @returns {Seen | null} null if it printed none.
 */
export function readSeen(stdout) {
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  try {
    const { digest = null, figures, words } = JSON.parse(line);
    return figures && words ? { digest, figures, words } : null;
  } catch {
    return null;
  }
}
