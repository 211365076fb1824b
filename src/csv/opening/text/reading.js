/** @import { Dialect } from '../../dialect.js' */

/**
 * One way to read an entry. Text is UTF-8 with one character a byte (`latin1`), so that positions are bytes.
 *
 * @typedef {Pick<Dialect, 'quote' | 'escape' | 'spaces'> & { delimiter: string, cr: boolean, comments: string | null }}
 *   Reading `delimiter` has one character a byte too. `cr`: whether a CR ends a record.
 *
 * A record in the text. `sound` is false if a quote is broken: it then ends with the line on which it begins, and stray
 * quotes are plain characters. `quoted` counts its fields in quotes.
 *
 * @typedef {object} SplitRecord
 * @property {number} start
 * @property {number} end Without the line end.
 * @property {number} after
 * @property {number} width
 * @property {number} quoted
 * @property {boolean} sound
 * @property {boolean} emptyLast Whether the last field is empty, perhaps in quotes.
 */

export {};
