/**
 * What one run of the experiment saw. It is kept as `results.json`; its pages and charts are made of nothing else.
 *
 * @typedef {object} Results
 * @property {1} version
 * @property {string} recordedAt ISO 8601.
 * @property {string} command What to type to see it again.
 * @property {Machine} machine
 * @property {{ name: string, rules: object }} recipe Its rules as written.
 * @property {boolean} isOwn Whether it ran on the user's archive, and not on generated ones.
 * @property {number} repetitions
 * @property {Input[]} inputs The archives, from the smallest to the largest.
 * @property {Run[]} runs Each repetition of each variant on each input.
 * @property {Survival} survival Of the largest input.
 * @property {Ancestor | null} ancestor Null for a user's archive.
 */

/**
 * @typedef {'buffer' | 'row-by-row' | 'stream'} Variant
 *
 * @typedef {object} Machine
 * @property {string} processor
 * @property {number} cores
 * @property {number} memoryBytes
 * @property {string} system Such as `Linux 6.1.0 x64`.
 * @property {Record<string, string>} versions Of `node`, `unzipper`, `highland` and `sluice`.
 *
 * @typedef {object} Input
 * @property {string} archive The file's name.
 * @property {number | null} rows Null where nobody counted.
 * @property {number} zipBytes
 * @property {number} bytes All entries, inflated.
 * @property {{ files: number, bytes: number, sha256: string }} output The same for each variant.
 *
 * @typedef {object} Run
 * @property {Variant} variant
 * @property {number} input Index into `inputs`.
 * @property {string | null} failure Null where it finished. Else why it could not, in words (as where a text is longer
 *   than a string may be); its figures are those up to then, and count in no median.
 * @property {number} wallSeconds With the start of the process.
 * @property {number} cpuSeconds User and system, with the start of the process.
 * @property {number} peakRssBytes The kernel's own figure where it has one, seen from outside.
 * @property {number} peakHeapBytes `heapUsed`, seen from inside; the larger of all samples and garbage collections.
 * @property {number} peakExternalBytes
 * @property {number} peakArrayBuffersBytes A part of `external`.
 * @property {number} heapAtEndBytes `heapUsed` at the process's end: what the ancestor took for its memory.
 * @property {[seconds: number, rssBytes: number][]} outside
 * @property {[seconds: number, heapUsed: number, external: number, arrayBuffers: number][]} inside Bytes.
 */

/**
 * @typedef {object} Survival
 * @property {string} method How memory was limited, in words.
 * @property {number} input Index into `inputs`.
 * @property {Attempt[]} attempts
 *
 * @typedef {object} Attempt
 * @property {Variant} variant
 * @property {number} memoryMegabytes Of 2^20 bytes, as Lambda counts.
 * @property {'finished' | 'killed' | 'failed'} outcome `failed`: by an error of its own, as it may with more memory too.
 * @property {string | null} reason Why it did not finish, in words.
 * @property {number} wallSeconds Until it ended.
 */

/**
 * What the article found that this descends from, looked into.
 *
 * @typedef {object} Ancestor
 * @property {number} rows Of the largest input.
 * @property {number} keptRows Those with an email and a phone.
 * @property {number} bufferBytes What its buffer version writes.
 * @property {number} streamBytes What its stream version writes.
 * @property {number} brokenRows Kept rows with a comma in a field, which it joins by commas without quotes.
 */

/** @type {readonly Variant[]} */
export const VARIANTS = Object.freeze(['buffer', 'row-by-row', 'stream']);

/** Lambda's sizes that are tried, in MB of 2^20 bytes. */
export const MEMORY_SIZES = Object.freeze([128, 256, 512, 1024, 2048, 3008]);
