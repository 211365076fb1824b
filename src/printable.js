/**
 * Makes text from outside (names, messages) safe to print or log on one line: control characters, line separators and
 * bidirectional overrides become `\u{…}`, so that an archive can neither send escape sequences to a terminal nor forge a
 * line of a log.
 *
 * @param {string} text
 * @returns {string}
 */
export function printable(text) {
  return text.replace(UNSAFE, character => `\\u{${/** @type {number} */ (character.codePointAt(0)).toString(16)}}`);
}

/**
 * Quotes a name for a message, and cuts it to a readable length.
 *
 * @param {string} name
 * @returns {string}
 */
export function quoteName(name) {
  return `"${printable(name.slice(0, SHOWN_LENGTH))}"`;
}

const SHOWN_LENGTH = 200;

// C0, DEL and C1 controls, line and paragraph separators, bidirectional formatting (Unicode Standard Annex #9), and
// lone surrogates.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;
