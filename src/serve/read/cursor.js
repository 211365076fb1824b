import { ServeError } from '../serve-error.js';

/**
 * A place in a parameter that is being read.
 *
 * @typedef {object} Cursor
 * @property {string} text
 * @property {number} at
 * @property {string} what What the text is, for messages.
 * @property {string} shown What of it messages show.
 */

/**
 * @param {string} text
 * @param {string} what
 * @param {string} [shown]
 * @returns {Cursor}
 */
export function cursorAt(text, what, shown = text) {
  return { text, at: 0, what, shown };
}

/**
 * Moves past what matches.
 *
 * @param {Cursor} cursor
 * @param {RegExp} pattern A sticky one.
 * @returns {RegExpExecArray | null} null: the cursor stays.
 */
export function take(cursor, pattern) {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (match !== null) cursor.at += match[0].length;
  return match;
}

/**
 * @param {Cursor} cursor
 * @param {string} next
 */
export function isBefore(cursor, next) {
  return cursor.text.startsWith(next, cursor.at);
}

/** @param {Cursor} cursor */
export function isAtEnd({ text, at }) {
  return at === text.length;
}

/**
 * What to throw for text that cannot be read, in PostgREST's words.
 *
 * @param {Cursor} cursor
 * @param {string} expected
 * @param {string | null} [hint]
 * @returns {ServeError}
 */
export function syntaxError({ text, at, what, shown }, expected, hint = null) {
  const character = text.codePointAt(at);
  const found = character === undefined ? 'end of input' : `"${String.fromCodePoint(character)}"`;
  return new ServeError(400, 'PGRST100', `"failed to parse ${what} (${shortened(shown)})" (line 1, column ${at + 1})`, {
    details: `unexpected ${found} expecting ${expected}`,
    hint,
  });
}

/**
 * What to throw for what PostgREST knows and this service does not.
 *
 * @param {string} details
 * @returns {ServeError}
 */
export function unsupported(details) {
  return new ServeError(400, 'PGRST127', 'Feature not implemented', { details });
}

/** @param {string} text */
export function shortened(text) {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

const SHOWN_LENGTH = 200;
