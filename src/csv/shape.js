/** @import { Dialect } from './dialect.js' */

/**
 * What the opening of an entry has shown about its records.
 *
 * @typedef {object} Shape
 * @property {Dialect} dialect
 * @property {string[] | null} names The fields' names; null if there are none.
 * @property {number} width How many fields a record has; 0 if the entry has no record.
 */

export {};
