/**
 * How the same records are written.
 *
 * @typedef {keyof typeof INPUTS} InputName
 *
 * @typedef {object} Input
 * @property {'utf8' | 'utf16le' | 'latin1'} charset
 * @property {(values: string[]) => string} lineOf A record, or the names of the fields.
 */

/** @type {Input['lineOf']} */
const plainly = values => values.join(',');

export const INPUTS = Object.freeze({
  plain: /** @type {Input} */ ({ charset: 'utf8', lineOf: plainly }),
  utf16le: /** @type {Input} */ ({ charset: 'utf16le', lineOf: plainly }),
  latin1: /** @type {Input} */ ({ charset: 'latin1', lineOf: plainly }),
  quotes: /** @type {Input} */ ({ charset: 'utf8', lineOf: values => `"${values.join('","')}"` }),
  apostrophes: /** @type {Input} */ ({ charset: 'utf8', lineOf: values => `'${values.join("','")}'` }),
  /** The name is quoted within its field. */
  backslashes: /** @type {Input} */ ({
    charset: 'utf8',
    lineOf: ([id, name, ...others]) => `"${[id, name === 'name' ? name : `\\"${name}\\"`, ...others].join('","')}"`,
  }),
  pipes: /** @type {Input} */ ({ charset: 'utf8', lineOf: values => values.join('||') }),
});
