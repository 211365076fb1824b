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
 * The same, within a number of characters after escaping: of a longer text the beginning and, if `tail` is given, as many
 * characters of the end, with `…` between. The work is bounded by the limit, not by the text.
 *
 * @param {string} text
 * @param {number} limit In UTF-16 code units.
 * @param {number} [tail] Less than the limit.
 * @returns {string}
 */
export function printableWithin(text, limit, tail = 0) {
  if (text.length <= limit) {
    const whole = printable(text);
    if (whole.length <= limit) return whole;
  }
  const start = printable(text.slice(0, limit)).slice(0, limit - tail - 1);
  const end = tail === 0 ? '' : printable(text.slice(-limit)).slice(-tail);
  return `${start.replace(CUT_AT_END, '')}…${end.replace(CUT_AT_START, '')}`;
}

/**
 * The same for JSON that is to be printed, which stays what it means: `JSON.stringify` leaves in what a terminal may obey.
 *
 * @param {string} json With line ends between its parts.
 * @returns {string}
 */
export function printableJson(json) {
  return json.replace(UNSAFE_IN_JSON, asJsonEscape);
}

/**
 * Writes a name as a string of JSON, with its quotes, so that it can be pasted into a recipe from any message. A longer one is
 * cut, and ends with `…`.
 *
 * @param {string} name
 * @returns {string}
 */
export function jsonName(name) {
  const shown = name.length > JSON_NAME_LIMIT ? `${name.slice(0, JSON_NAME_LIMIT - 1).replace(CUT_AT_END, '')}…` : name;
  return JSON.stringify(shown).replace(UNSAFE, asJsonEscape);
}

/** @param {string} character Of one UTF-16 code unit. */
function asJsonEscape(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Quotes a name for a message, and cuts it to a readable length.
 *
 * @param {string} name
 * @returns {string}
 */
export function quoteName(name) {
  return `"${printableWithin(name, NAME_LIMIT)}"`;
}

/**
 * Lists names for a message: as many as fit into 500 characters after escaping, at least one, and how many more there are.
 *
 * @param {readonly string[]} names
 * @param {(name: string) => string} [show] How one is shown, on one line.
 * @returns {string}
 */
export function listNames(names, show = quoteName) {
  let list = '';
  for (const [index, name] of names.entries()) {
    const next = `${index === 0 ? '' : ', '}${show(name)}`;
    if (index > 0 && list.length + next.length > LIST_LIMIT) return `${list} and ${names.length - index} more`;
    list += next;
  }
  return list;
}

const NAME_LIMIT = 200;
/** In UTF-16 code units, with the `…` of a name that was cut before. */
const JSON_NAME_LIMIT = 101;
const LIST_LIMIT = 500;

// What is left of an escape, or of a pair of surrogates, that a cut goes through.
const CUT_AT_END = /(?:\\u?|\\u\{[0-9a-f]{0,5}|[\ud800-\udbff])$/;
const CUT_AT_START = /^(?:u?\{?[0-9a-f]{0,5}\}|[\udc00-\udfff])/;

// C0, DEL and C1 controls, line and paragraph separators, bidirectional formatting (Unicode Standard Annex #9), and
// lone surrogates.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;
/** Of these, what JSON has as it is. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
