/**
 * The results of one run of the experiment, as stored in `results.json`. Pages and charts are made from it alone.
 *
 * @typedef {object} Results
 * @property {1} version
 * @property {string} recordedAt ISO 8601.
 * @property {string} command Repeats the run.
 * @property {Machine} machine
 * @property {{ name: string, rules: object }} recipe Its rules as written.
 * @property {boolean} isOwn Whether it ran on the user's archive instead of generated ones.
 * @property {number} repetitions
 * @property {Input[]} inputs The archives, from the smallest to the largest.
 * @property {Run[]} runs Each repetition of each variant on each input.
 * @property {Survival} survival Of the largest input.
 * @property {Ancestor | null} ancestor null for a user's archive.
 */

/**
 * @typedef {'buffer' | 'row-by-row' | 'stream'} Variant
 *
 * @typedef {object} Machine
 * @property {string} processor
 * @property {number} cores
 * @property {number} memoryBytes
 * @property {string} system Such as `Linux 6.1.0 x64`.
 * @property {Record<string, string>} versions Of `node`, `sluice` and the packages that the figures depend on.
 *
 * @typedef {object} Input
 * @property {string} archive The file's name.
 * @property {number | null} rows null if unknown.
 * @property {number} zipBytes
 * @property {number} bytes All entries, inflated.
 * @property {{ files: number, bytes: number, sha256: string }} output The same for each variant.
 *
 * @typedef {object} Run
 * @property {Variant} variant
 * @property {number} input Index into `inputs`.
 * @property {string | null} failure null if it finished. Otherwise the reason, in words (such as a text that exceeds the
 *   maximum length of a string); the figures are those up to the failure, and are not part of any median.
 * @property {number} wallSeconds Including the start of the process.
 * @property {number} cpuSeconds User and system, including the start of the process.
 * @property {number} peakRssBytes Measured from outside; the kernel's own figure if it has one.
 * @property {number} peakHeapBytes `heapUsed`, measured from inside: the maximum of all samples and garbage collections.
 * @property {number} peakExternalBytes
 * @property {number} peakArrayBuffersBytes A part of `external`.
 * @property {number} heapAtEndBytes `heapUsed` at the process's end, which the ancestor took for its memory use.
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
 * @property {number} memoryMegabytes In units of 2^20 bytes, as in Lambda.
 * @property {'finished' | 'killed' | 'failed'} outcome `failed`: by an error of its own, which more memory may not prevent.
 * @property {string | null} reason Why it did not finish, in words.
 * @property {number} wallSeconds Until it ended.
 */

/**
 * A finding of the article that this project descends from, repeated.
 *
 * @typedef {object} Ancestor
 * @property {number} rows Of the largest input.
 * @property {number} keptRows Those with an email and a phone.
 * @property {number} bufferBytes Output of its buffer version.
 * @property {number} streamBytes Output of its stream version.
 * @property {number} brokenRows Kept rows with a comma in a field, which its output does not quote.
 */

/** @type {readonly Variant[]} */
export const VARIANTS = Object.freeze(['buffer', 'row-by-row', 'stream']);

/** The Lambda sizes to try, in MB of 2^20 bytes. */
export const MEMORY_SIZES = Object.freeze([128, 256, 512, 1024, 2048, 3008]);
