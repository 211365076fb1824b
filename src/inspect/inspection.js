/** @import { LikelyCharset } from '../archive/open-archive.js' */
/** @import { Dialect } from '../csv/dialect.js' */
/** @import { ErrorReport } from '../errors.js' */
/** @import { ColumnType } from './guess-type.js' */
/** @import { PersonalKind } from './personal-names.js' */

/**
 * What `sluice inspect` has found in an archive: plain data, JSON as it is. Names and values stand in it as they came; they
 * are to be escaped where they are printed.
 *
 * @typedef {object} Inspection
 * @property {{ uri: string, bytes: number, etag: string, versionId: string | null, entries: number, bytesInflated: number,
 *   isEncrypted: boolean, lacks: MacLacks | null, namesLike: LikelyCharset | null }} archive `bytesInflated`: what the directory declares. `isEncrypted`: whether any
 *   entry needs a password. `lacks`: what a Mac's programs have left out of its numbers, if they have made it.
 *   `namesLike`: the charset in which the names of entries read better than as code page 437, with one of them.
 * @property {{ path: string | null, sha256: string, matches: readonly string[], needsHashKey: boolean } | null} recipe `matches`: the
 *   globs of its rules.
 * @property {ErrorReport | null} error Why the archive is refused as a whole; it then has no entries here.
 * @property {InspectedEntry[]} entries In the archive's order, without folders.
 * @property {Kind[]} kinds Those with most entries first.
 * @property {{ rules: { index: number, match: string }[] }} unmatched The rules of the recipe that decide about no entry.
 */

/**
 * Programs on a Mac (Archive Utility, `ditto`) write no zip64, but sizes and offsets modulo 4 GiB, and the number of entries modulo
 * 65,536. `found`: that was left out, and was found out. `sizes`: it may have been left out of what entries inflate to, which shows
 * only when they are inflated.
 *
 * @typedef {'found' | 'sizes'} MacLacks
 */

/**
 * @typedef {object} InspectedEntry
 * @property {string} path
 * @property {number} bytes Inflated, as declared.
 * @property {boolean} isLeast Whether it may be any multiple of 4 GiB more.
 * @property {number} compressedBytes
 * @property {string} method The compression method's name.
 * @property {number | null} ratio Inflated bytes for each compressed one; null if there are none.
 * @property {'csv' | 'copy' | 'skip' | 'archive'} action What a job does with it.
 * @property {number | null} rule The index of the rule that decides; null if none matches.
 * @property {ErrorReport | null} error Why a job would refuse it, as far as that shows.
 * @property {number | null} kind Index in `kinds`; null if it is not CSV.
 */

/**
 * Entries that have one header, dialect and rule.
 *
 * @typedef {object} Kind
 * @property {number[]} entries Indices in `Inspection.entries`; all of them.
 * @property {number | null} rule The index of their rule; null if none matches.
 * @property {Dialect} dialect As a job finds it. What differs from entry to entry (`lineEnds`, `skipLines`, `footerLines`)
 *   is the first one's.
 * @property {string[] | null} header Null if the entries have none.
 * @property {number} width How many fields a record has.
 * @property {Column[]} columns One for each field of the input, in order.
 * @property {string[][]} before The first records, at most five; a record's values as text.
 * @property {string[][] | null} after The same records as the rule writes them, one for each of `before`: empty for a record that
 *   is not written. Null where no rule edits these entries. A hash is made with a key that nobody has.
 * @property {string[] | null} afterHeader The header that is written; null if none is.
 * @property {ErrorReport | null} error Why a job would refuse the first of these entries: the rule does not fit it
 *   (`csv/missing-field`), or its first records. Where no rule edits them: why one would refuse them that names no field.
 * @property {string[]} missing What the rule names and the entries lack, under `"missing": "ignore"`.
 * @property {boolean} isDecoded Whether all names and sampled values are sound in the dialect's encoding. If not, and there is no
 *   guess, U+FFFD stands in them.
 * @property {string | null} guessedEncoding What the text looks like where it is not UTF-8 and the recipe names no encoding; names and
 *   values (but not those of `after`) are read in it. Null if nothing is guessed.
 * @property {number} sampledRecords How many records `columns` is made from.
 * @property {number} badRecords How many bad records were seen in the sampled part of these entries.
 * @property {boolean} isWhole Whether these are all records of all its entries.
 */

/**
 * @typedef {object} Column
 * @property {string | null} name Null if there is no header.
 * @property {number} position Counted from 0.
 * @property {ColumnType} type The narrowest that all sampled values fit.
 * @property {string[]} formats How dates are written where that is not ISO 8601, in the terms of the recipe's `dates`; several if
 *   day and month cannot be told apart.
 * @property {number} emptyShare From 0 to 1.
 * @property {string[]} examples
 * @property {PersonalKind | null} personal What kind of personal data it looks like; null if it does not.
 */

export {};
