import { LimitError } from '../errors.js';
import { Turns } from '../streams/turns.js';

/**
 * The lists of a manifest that was formatted anew, so that its entries are not on lines of their own. `JSON.parse` would hold the event
 * loop for a second: four megabytes of `{},` take it some 400 ms. So each item is parsed alone, and what is beside the lists at last.
 */
export class ManifestLists {
  #text;
  /** @type {string[]} */
  #beside = [];
  /** What was seen in the item that is read, weighed by how long it takes to parse. */
  #ofItem = 0;
  /** And beside the lists. */
  #ofOthers = 0;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  /** The text with both lists empty. Known once all items were taken. */
  get beside() {
    return this.#beside.join('');
  }

  /**
   * @returns {AsyncGenerator<{ list: string, item: string }, void>} The items, as text. The text may be no JSON: then an item, or what
   *   is beside the lists, is none either.
   * @throws {SyntaxError | LimitError} `limit/manifest`
   */
  async *items() {
    const text = this.#text;
    const turns = new Turns();
    const taken = new Set();
    let list = '';
    let name = '';
    let depth = 0;
    let start = 0;
    let turnAt = 0;
    for (let at = 0; at < text.length; at++) {
      if (at >= turnAt) {
        turnAt = at + SCANNED_LENGTH;
        await turns.before(SCANNED_LENGTH);
      }
      switch (text.charCodeAt(at)) {
        case QUOTE: {
          const end = endOfText(text, at + 1);
          if (depth === 1) name = text.slice(at + 1, Math.min(end, at + 1 + LONGEST_NAME));
          at = end;
          break;
        }
        case BRACKET:
        case BRACE:
          depth += 1;
          this.#weigh(list, 1);
          if (depth !== 2 || text[at] !== '[' || !LISTS.includes(name) || taken.has(name)) break;
          list = name;
          taken.add(list);
          this.#beside.push(text.slice(start, at + 1));
          start = at + 1;
          break;
        case COMMA:
          this.#weigh(list, COMMA_WEIGHT);
          if (list !== '' && depth === 2) {
            yield { list, item: itemOf(text.slice(start, at)) };
            start = at + 1;
            this.#ofItem = 0;
          }
          if (depth === 1) name = '';
          break;
        case BRACKET_END:
        case BRACE_END:
          depth -= 1;
          if (list === '' || depth !== 1) break;
          if (text[start - 1] === ',' || text.slice(start, at).trim() !== '') {
            yield { list, item: itemOf(text.slice(start, at)) };
          }
          list = '';
          start = at;
          this.#ofItem = 0;
          break;
        default:
      }
    }
    this.#beside.push(text.slice(start));
  }

  /**
   * @param {string} list The one that it is in.
   * @param {number} weight
   */
  #weigh(list, weight) {
    if (list === '') this.#ofOthers += weight;
    else this.#ofItem += weight;
    if (Math.max(this.#ofItem, this.#ofOthers) <= MAX_VALUES * COMMA_WEIGHT) return;
    throw new LimitError(
      'limit/manifest',
      `what stands under the manifest's name has more than ${MAX_VALUES} values in one entry, or beside its entries and outdated paths, and ` +
        'no job writes so many; move it away',
    );
  }
}

/** @param {string} item */
function itemOf(item) {
  if (item.trim() === '') throw new SyntaxError('a comma without a value');
  return item;
}

/**
 * @param {string} text
 * @param {number} start
 * @returns {number} Where the quote is that ends what begins there, or the end of it all.
 */
function endOfText(text, start) {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (escapes > start && text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return text.length;
}

export const OUTDATED_LIST = 'outdated';
const LISTS = ['entries', OUTDATED_LIST];
const LONGEST_NAME = 16;
const SCANNED_LENGTH = 64 * 1024;
const MAX_VALUES = 100_000;
/** To a list or an object that only holds another one. */
const COMMA_WEIGHT = 10;
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE, BRACKET_END, BRACE_END] = Buffer.from('"\\,[{]}');
