import { makeManifest } from '../../src/ledger/manifest.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import { memorySource } from '../support/memory-source.js';

/** @import { EntryOutcome } from '../../src/entry-outcome.js' */

/**
 * @param {string} path
 * @param {Partial<EntryOutcome>} [more]
 * @returns {EntryOutcome} Of a copied entry, unless `more` says something else.
 */
export function outcomeOf(path, more) {
  return {
    path,
    action: 'copy',
    status: 'written',
    output: path,
    rejected: null,
    reasons: null,
    dialect: null,
    missing: [],
    bytesIn: 1000,
    bytesOut: 1000,
    crc32: '00000000',
    records: { read: 0, written: 0, filtered: 0, bad: 0, skipped: 0 },
    phones: { formatted: 0, unparsed: 0 },
    dates: { formatted: 0, unparsed: 0 },
    where: { unparsed: 0 },
    badRecords: [],
    error: null,
    ...more,
  };
}

/** @param {EntryOutcome[]} list */
export function manifestOf(list) {
  const source = memorySource(Buffer.alloc(0));
  const outcomes = outcomesOf(list);
  const job = { source, sequencer: null, recipeSha256: '', outcomes, outdated: [], turns: 1, durationMs: 1 };
  return { ...makeManifest(job), entries: list };
}

/**
 * @param {EntryOutcome[]} list
 * @returns {Outcomes} Their addresses are their paths.
 */
export function outcomesOf(list) {
  const outcomes = new Outcomes({ output: path => path, rejected: path => path, reasons: path => path });
  for (const outcome of list) outcomes.push(outcome);
  return outcomes;
}
