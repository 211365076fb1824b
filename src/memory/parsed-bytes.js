import { getHeapStatistics } from 'node:v8';

/*
 * Manifests and checkpoints are read as a whole, and whoever may write below the destination may have written them. `{},` takes thirty
 * times as much memory once it is parsed. V8 ends the process when its heap is full, so what JSON will take is estimated before.
 */

/**
 * @param {Buffer} json
 * @returns {number} How much memory it takes at most while it is parsed, and afterwards: its text, and a value at each comma or bracket.
 */
export function parsedBytes(json) {
  let values = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index];
    if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
  }
  return TEXT_SHARE * json.length + VALUE_BYTES * values;
}

/** As text of two bytes a character, and the strings in it once more. */
export const TEXT_SHARE = 3;
/** An empty object takes 72 bytes in a list, and has two such characters. */
const VALUE_BYTES = 40;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** What a document may take. Node derives the heap's limit from the memory of the machine, and Lambda from that of the function. */
export const DOCUMENT_BYTES = getHeapStatistics().heap_size_limit / 3;
