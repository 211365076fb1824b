import { makeResults } from './fixture.js';

/** @import { Results } from '../../../../experiments/results.js' */

/**
 * Results of every kind that a report must handle.
 *
 * @type {Readonly<Record<string, () => Results>>}
 */
export const SHAPES = Object.freeze({
  'a default run': () => makeResults(),
  'an own archive of one input with a hostile name': () =>
    makeResults({
      sizes: [500_000],
      repetitions: 1,
      isOwn: true,
      archive: '<script>alert(1)</script>|"\'&`$x`[a](b)\n# Ünïcödé 名前 𝒳\u202e.zip',
    }),
  'a buffer that does not get through, and no limits tried': () => {
    const results = makeResults({
      sizes: [400_000, 1_000_000],
      alter: run =>
        run.variant === 'buffer'
          ? { ...run, failure: 'Cannot create a string longer than 0x1fffffe8 characters <b>', outside: [] }
          : run,
    });
    return { ...results, survival: { ...results.survival, attempts: [] } };
  },
  'a buffer that fails by an error of its own': () => {
    const results = makeResults({
      alter: run =>
        run.variant === 'buffer' && run.input === 4 ? { ...run, failure: 'of its own', outside: [] } : run,
    });
    for (const attempt of results.survival.attempts)
      if (attempt.variant === 'buffer' && attempt.outcome === 'finished')
        Object.assign(attempt, { outcome: 'failed', reason: 'of its own' });
    return results;
  },
  'a stream that survives nowhere and is the slowest': () =>
    makeResults({
      survivesFrom: variant => (variant === 'buffer' ? 128 : 1e9),
      alter: run =>
        run.variant === 'stream'
          ? { ...run, wallSeconds: 99, cpuSeconds: 120, peakRssBytes: run.peakRssBytes * 100 }
          : run,
    }),
  'tiny inputs': () => makeResults({ sizes: [1, 2], repetitions: 1 }),
  'huge inputs': () => makeResults({ sizes: [1e6, 2e6, 2.1e6, 3e6, 1e7, 1e8, 1e9], repetitions: 2 }),
  'nothing that finished': () =>
    makeResults({
      sizes: [10, 1000],
      survivesFrom: () => 1e9,
      alter: run => ({ ...run, failure: 'gone', outside: [] }),
    }),
});
