/*
 * Unicode's normal forms sort combining marks, in quadratic time: 300 KB of them take half a minute. No text has more than thirty in a
 * row (Unicode Standard Annex #15, "Stream-Safe Text Format").
 */

/**
 * @param {string} path
 * @param {'NFC' | 'NFD'} form
 * @returns {string} The path in that form; as it is if it is longer than that of any output, and has very many marks in a row.
 */
export function normalForm(path, form) {
  return path.length > LONGEST_PATH && hasManyMarks(path) ? path : path.normalize(form);
}

/**
 * @param {string} text
 * @returns {boolean} Whether so many marks are in a row that no normal form should be asked for.
 */
export function hasManyMarks(text) {
  return MANY_MARKS.test(text);
}

const LONGEST_PATH = 1024;
// Of the characters that become marks, only the last two are none.
const MANY_MARKS = /[\p{M}\uff9e\uff9f]{31}/u;
