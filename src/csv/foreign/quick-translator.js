/** @import { Origin } from '../records/record-origin.js' */

/**
 * What translates sound records much faster than `Translator`, and leaves the others: the engine.
 *
 * @typedef {object} QuickTranslator
 * @property {(text: Buffer) => boolean} begin Takes a text. False if it cannot.
 * @property {(from: number) => boolean} translate Translates records from one on, up to one that it leaves. Whether it has to be called
 *   again, behind what it reached: there was no room for all.
 * @property {number} reached How much of the text is translated.
 * @property {Buffer} translated The last translation; valid until the next one. May be empty.
 * @property {(position: number, origin: Origin) => number} edit Edits it as `RecordEditor.edit` would.
 * @property {boolean} isWorthwhile False if it has left so much of the text that the rest is better left to the `Translator`.
 */

export {};
