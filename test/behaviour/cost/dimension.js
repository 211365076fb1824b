import { writeZip } from '../../support/zip-writer.js';

/** @import { ZipEntry } from '../../support/zip-writer.js' */
/** @import { Act } from './measure.js' */

/**
 * One way in which what comes from outside can be large.
 *
 * @typedef {object} Dimension
 * @property {string} title
 * @property {Act['kind']} kind
 * @property {number} size The smaller one that is measured; the other is ten times as large.
 * @property {(size: number) => Made} make
 *
 * What comes from outside. `recipe`: its text, if it is one. `bytes`: what the archive inflates to. `stored`: what somebody has
 * written at the destination, by its path there, where this version of the archive is processed in turns.
 *
 * @typedef {{ archive?: Buffer, recipe?: object | string, event?: object, bytes?: number,
 *   stored?: (version: Version) => Record<string, string | Buffer> }} Made
 *
 * @typedef {{ uri: string, etag: string }} Version
 */

/**
 * @template T
 * @param {number} length
 * @param {(index: number) => T} of
 * @returns {T[]}
 */
export function listOf(length, of) {
  return Array.from({ length }, (_, index) => of(index));
}

/**
 * An archive of many entries.
 *
 * @param {number} size
 * @param {(number: string) => ZipEntry} entryOf
 */
export function entries(size, entryOf) {
  return writeZip(listOf(size, index => entryOf(String(index).padStart(6, '0'))));
}

/**
 * An archive of one entry, and a recipe for it.
 *
 * @param {string | Buffer} content
 * @param {object} [rule]
 * @returns {Made}
 */
export function table(content, rule = {}) {
  return { archive: writeZip([{ name: 'a.csv', content }]), recipe: csv(rule), bytes: content.length };
}

/** @param {object} [rule] For all entries. */
export function csv(rule = {}) {
  return { entries: [{ match: '**', csv: rule }] };
}

/**
 * @param {number} size
 * @param {(index: number) => object} ruleOf
 */
export function rules(size, ruleOf) {
  return { entries: listOf(size, ruleOf) };
}

export const SKIP_ALL = { entries: [{ match: '**', skip: true }] };
/** Six characters in JSON and in messages. */
export const CONTROL = '\u0001';
