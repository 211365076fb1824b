import { escapeXml } from './charts/frame.js';

/** HTML that is inserted without escaping. */
export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** @typedef {string | number | Markup | Markup[]} Inserted */

/**
 * A tag for templates that escapes inserted values, except markup.
 *
 * @param {TemplateStringsArray} strings
 * @param {Inserted[]} values
 * @returns {Markup}
 */
export function html(strings, ...values) {
  return new Markup(strings.reduce((text, string, index) => text + textOf(values[index - 1]) + string));
}

/**
 * @param {Inserted} value
 * @returns {string}
 */
function textOf(value) {
  if (value instanceof Markup) return value.text;
  return Array.isArray(value) ? value.map(textOf).join('') : escapeXml(String(value));
}
