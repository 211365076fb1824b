import { writeZip } from '../../support/zip-writer.js';

/** @import { ZipEnd, ZipEntry } from '../../support/zip-writer.js' */
/** @import { Recipe } from '../../../src/recipe/recipe.js' */

/**
 * An archive and its expected outcome.
 *
 * @typedef {object} Fixture
 * @property {string} code The error that it is named by; `read` if it is accepted.
 * @property {string} title
 * @property {(base: string) => Buffer} zip
 * @property {string | Record<string, string | Buffer>} outcome The archive's error code; or for each entry its error code
 *   or its content.
 * @property {Partial<Recipe['limits']>} limits
 * @property {boolean} [opens] Whether archives in it are opened.
 */

/**
 * An entry that is refused, beside one that is written.
 *
 * @param {string} code
 * @param {string} title
 * @param {ZipEntry} entry
 * @param {{ path?: string, limits?: Partial<Recipe['limits']> }} [more] `path`: the name as the manifest has it.
 * @returns {Fixture}
 */
export function refusedEntry(code, title, entry, { path = String(entry.name), limits = {} } = {}) {
  return { code, title, zip: () => writeZip([entry, GOOD]), outcome: { [path]: code, good: 'good' }, limits };
}

/**
 * An archive of which nothing is written.
 *
 * @param {string} code
 * @param {string} title
 * @param {Buffer | (() => Buffer)} zip
 * @param {Partial<Recipe['limits']>} [limits]
 * @returns {Fixture}
 */
export function refusedArchive(code, title, zip, limits = {}) {
  return { code, title, zip: Buffer.isBuffer(zip) ? () => zip : zip, outcome: code, limits };
}

/**
 * An odd archive that is read anyway.
 *
 * @param {string} title
 * @param {ZipEntry[]} entries
 * @param {{ end?: ZipEnd, outcome?: Fixture['outcome'] }} [more] `outcome`: where it is not the entries' contents.
 * @returns {Fixture}
 */
export function read(title, entries, { end = {}, outcome } = {}) {
  return {
    code: 'read',
    title,
    zip: () => writeZip(entries, end),
    outcome: outcome ?? Object.fromEntries(entries.map(({ name, content = '' }) => [String(name), content])),
    limits: {},
  };
}

export const GOOD = { name: 'good', content: 'good' };
