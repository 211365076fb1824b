import { getHeapStatistics } from 'node:v8';

/*
 * Manifests, checkpoints, recipes and messages are read as a whole, and somebody else may have written them. `{"34":0},` takes forty
 * times as much memory once it is parsed. V8 ends the process when its heap is full, so what JSON will take is estimated before.
 */

/**
 * @param {Buffer} json Or what is meant as JSON: what follows its first error is never parsed. It may also be one line of it.
 * @param {Set<string>} [names] Those of the members that were counted before: V8 keeps each once. Gets the new ones.
 * @returns {number} How much memory it takes at most while it is parsed, and afterwards: its text, its values, its new names, and what
 *   V8's parser holds for each list and object that is open.
 */
export function parsedBytes(json, names = new Set()) {
  let total = TEXT_SHARE * json.length;
  let depth = 0;
  let deepest = 0;
  let text = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    const bytes = WEIGHTS[byte];
    total += bytes;
    if (byte === QUOTE) {
      text = at + 1;
      at = endOfText(json, text);
    } else if (byte === COLON) {
      total += nameBytes(json, text, at, names);
    } else if (byte === BRACKET || byte === BRACE) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === BRACKET_END || byte === BRACE_END) {
      depth -= 1;
    }
  }
  return total + OPEN_BYTES * deepest;
}

/**
 * @param {string} json
 * @returns {boolean} Whether it takes more memory than a document may.
 */
export function isTooLargeToParse(json) {
  return parsedBytes(Buffer.from(json)) > DOCUMENT_BYTES;
}

/**
 * @param {Buffer} json
 * @param {number} start
 * @returns {number} Where the quote is that ends the text, or the JSON.
 */
function endOfText(json, start) {
  let at = start;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * @param {Buffer} json
 * @param {number} start Of a name.
 * @param {number} colon Behind it.
 * @param {Set<string>} names Those that came before. Gets this one.
 * @returns {number} What it takes beside its text and its value.
 */
function nameBytes(json, start, colon, names) {
  // The name stands on a line before this one.
  if (start === 0) return INDEX_BYTES;
  const first = json[start];
  // The parser also takes an escaped digit for one.
  if ((first >= DIGIT_0 && first <= DIGIT_9) || first === BACKSLASH) return INDEX_BYTES;
  // More names than that are an attacker's: no document of ours has a hundred.
  if (names.size >= MAX_NAMES || colon - start > MAX_NAME_LENGTH) return NAME_BYTES;
  const name = json.toString('latin1', start, colon);
  if (names.has(name)) return 0;
  names.add(name);
  return NAME_BYTES;
}

const [QUOTE, BACKSLASH, COLON, COMMA, BRACKET, BRACE, BRACKET_END, BRACE_END, DIGIT_0, DIGIT_9] =
  Buffer.from('"\\:,[{]}09');
/** As text of two bytes a character, and the strings in it once more. */
export const TEXT_SHARE = 3;
const WEIGHTS = new Uint8Array(256);
// A number or a short text, and its place in a list.
WEIGHTS[COMMA] = 40;
// With room for a first value.
WEIGHTS[BRACKET] = 64;
WEIGHTS[BRACE] = 80;
// Objects with the same names in another order have shapes of their own.
WEIGHTS[COLON] = 40;
/** A name, its place in V8's table of names, and the shape of an object that has it. */
const NAME_BYTES = 128;
/** A name that is an index may make a table with room for 35 more. */
const INDEX_BYTES = 320;
/** What the parser keeps of a list or an object, twice while its own list grows. */
const OPEN_BYTES = 120;
const MAX_NAMES = 1000;
const MAX_NAME_LENGTH = 100;

/** What a document may take. Node derives the heap's limit from the memory of the machine, and Lambda from that of the function. */
export const DOCUMENT_BYTES = 0.4 * getHeapStatistics().heap_size_limit;
