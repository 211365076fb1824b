import fc from 'fast-check';

// A run differs from the one before by the change alone. A property that fails prints its seed.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });

/** fast-check, whose properties draw the same cases in every run, unless `TEST_SEED` gives another seed. */
export { default } from 'fast-check';
export { caseCount } from './cases.js';
