/**
 * Finds where a text stops being JSON (RFC 8259). The messages of `JSON.parse` don't always have the position, and V8
 * may change their wording.
 *
 * @param {string} text Text that `JSON.parse` refused.
 * @returns {{ line: number, column: number, expected: string, found: string }} `line` and `column` count from 1.
 */
export function findSyntaxError(text) {
  /** @type {string[]} */
  const open = [];
  let state = VALUE;
  let at = 0;
  for (;;) {
    at = endOf(SPACE, text, at) ?? at;
    const character = text[at] ?? '';
    const closes = open.at(-1) === character && state.mayClose;
    const isToken = closes || state.characters.includes(character);
    const end = isToken && character !== '' ? endOf(TOKEN, text, at) : undefined;
    if (end === undefined)
      return { ...positionOf(text, at), expected: expectedIn(state, open), found: foundAt(text, at, isToken) };
    at = end;
    if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']');
    if (closes) open.pop();
    state = closes ? afterValue(open) : nextOf(state, character, open);
  }
}

/**
 * What may follow: a token that begins with one of `characters`, or, if `mayClose`, the innermost closing bracket.
 *
 * @typedef {{ expected: string, characters: string, mayClose: boolean }} State
 */

/**
 * @param {State} state
 * @param {string} character The token's first character.
 * @param {string[]} open The closing brackets that are due, innermost last.
 */
function nextOf(state, character, open) {
  if (character === '{') return FIRST_KEY;
  if (character === '[') return FIRST_VALUE;
  if (state === KEY || state === FIRST_KEY) return COLON;
  if (state === COMMA) return open.at(-1) === '}' ? KEY : VALUE;
  return state === COLON ? VALUE : afterValue(open);
}

/** @param {string[]} open */
function afterValue(open) {
  return open.length > 0 ? COMMA : END;
}

/**
 * @param {State} state
 * @param {string[]} open
 */
function expectedIn({ expected, mayClose }, open) {
  return mayClose ? `${expected} or "${open.at(-1)}"` : expected;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {boolean} isToken Whether a token that begins like this is allowed here, so that the token itself is
 *   malformed.
 */
function foundAt(text, at, isToken) {
  if (at >= text.length) return 'the end';
  if (/^\/[/*]/.test(text.slice(at, at + 2))) return 'a comment, which JSON does not have';
  if (text[at] === '"' && isToken) return 'a string with no end, a control character or an unknown escape';
  const found = endOf(WORD, text, at);
  return found === undefined ? `"${String.fromCodePoint(text.codePointAt(at) ?? 0)}"` : text.slice(at, found);
}

/**
 * @param {string} text
 * @param {number} at
 */
function positionOf(text, at) {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/**
 * @param {RegExp} pattern Sticky.
 * @param {string} text
 * @param {number} at
 * @returns {number | undefined} Where the match ends, if there is one at `at`.
 */
function endOf(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const SPACE = /[ \t\r\n]+/y;
const WORD = /[\p{L}\p{N}_.+'-]{1,40}|"[^"\r\n]{0,40}"?/uy;
const TOKEN =
  /[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/iy;

const STARTS = '{["-0123456789tfn';
const VALUE = { expected: 'a value', characters: STARTS, mayClose: false };
const FIRST_VALUE = { expected: 'a value', characters: STARTS, mayClose: true };
const KEY = { expected: 'a key in double quotes', characters: '"', mayClose: false };
const FIRST_KEY = { expected: 'a key in double quotes', characters: '"', mayClose: true };
const COLON = { expected: '":"', characters: ':', mayClose: false };
const COMMA = { expected: '","', characters: ',', mayClose: true };
const END = { expected: 'the end', characters: '', mayClose: false };
