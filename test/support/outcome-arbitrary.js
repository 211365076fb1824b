import { RFC_4180 } from '../../src/csv/dialect.js';
import fc from './fast-check.js';

/** @import { EntryOutcome } from '../../src/entry-outcome.js' */

export const ADDRESSES = {
  output: (/** @type {string} */ path) => `s3://out/x/${path}`,
  rejected: (/** @type {string} */ path) => `s3://out/_rejected/x/${path}`,
  reasons: (/** @type {string} */ path) => `s3://out/_reasons/x/${path}.jsonl`,
};

const PLAIN = { noNullPrototype: true };
const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const positive = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

/**
 * Any outcome of an entry.
 *
 * @type {fc.Arbitrary<EntryOutcome>}
 */
export const anOutcome = fc
  .record({
    path: fc.string({ unit: 'grapheme', minLength: 1 }).map(name => `n${name.replaceAll('..', '')}`),
    action: fc.constantFrom('csv', 'copy', 'skip', 'archive'),
    status: fc.constantFrom('written', 'skipped', 'failed', 'pending'),
    hasOutput: fc.boolean(),
    hasRejected: fc.boolean(),
    hasReasons: fc.boolean(),
    bytesIn: count,
    bytesOut: count,
    crc32: fc.option(fc.nat({ max: 0xffffffff }).map(crc => crc.toString(16).padStart(8, '0'))),
    records: fc.record(
      { read: fc.oneof(fc.constant(0), count), written: count, filtered: count, bad: count, skipped: count },
      PLAIN,
    ),
    phones: fc.record({ formatted: count, unparsed: count }, PLAIN),
    dates: fc.record({ formatted: fc.oneof(fc.constant(0), count), unparsed: count }, PLAIN),
    where: fc.record({ unparsed: count }, PLAIN),
    badRecords: fc.array(fc.record({ record: count, byte: count, code: fc.constant('csv/field-count') }, PLAIN), {
      maxLength: 3,
    }),
    dialect: fc.option(fc.constantFrom(RFC_4180, { ...RFC_4180, delimiter: ';' }, { ...RFC_4180, quote: "'" })),
    missing: fc.array(fc.string(), { maxLength: 2 }),
    rare: fc.record({ repeatedKeys: positive, takenByTriggers: positive }, { ...PLAIN, requiredKeys: [] }),
    error: fc.option(fc.record({ code: fc.constant('archive/corrupt'), message: fc.string({ minLength: 1 }) }, PLAIN)),
  })
  .map(({ hasOutput, hasRejected, hasReasons, rare, ...outcome }) => {
    const { path } = outcome;
    const output = hasOutput ? ADDRESSES.output(path) : null;
    return /** @type {EntryOutcome} */ ({
      ...outcome,
      ...rare,
      output,
      rejected: hasRejected ? ADDRESSES.rejected(path) : null,
      reasons: hasReasons ? ADDRESSES.reasons(path) : null,
    });
  });
