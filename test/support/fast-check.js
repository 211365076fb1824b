import fc from 'fast-check';

// A run differs from the one before by the change alone. A property that fails prints its seed.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });

/** fast-check, whose properties draw the same cases in every run, unless `TEST_SEED` gives another seed. */
export { default } from 'fast-check';

/**
 * How many cases a property draws: `TEST_CASES` times as many as usual, if it is set.
 *
 * @param {number} count
 */
export function caseCount(count) {
  return Math.ceil(count * Number(process.env.TEST_CASES ?? 1));
}
