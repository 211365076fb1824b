import { closeSync, createReadStream, openSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * A list of JSON values, one a line, that is only appended to. An append is one synchronous write, so what was answered
 * for survives the process being killed; a machine that loses power may lose the last ones.
 *
 * @template Value
 * @typedef {{ append(value: Value): void, close(): void }} Journal
 */

/**
 * @template Value
 * @param {string} file
 * @returns {AsyncGenerator<Value>} What was appended. A last line that was cut off by a kill is left out.
 */
export async function* readJournal(file) {
  const stream = createReadStream(file, 'utf8');
  let torn = null;
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (torn !== null) throw new Error(`${file} holds a line that is not JSON: ${torn.slice(0, 100)}`);
      const value = parseLine(line);
      if (value === undefined) torn = line;
      else yield value;
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  } finally {
    stream.destroy();
  }
}

/**
 * Starts a journal anew with the given values; the old one is replaced at once, when all of them are written.
 *
 * @template Value
 * @param {string} file
 * @param {Iterable<Value>} values
 * @returns {Journal<Value>}
 */
export function startJournal(file, values) {
  const descriptor = openSync(`${file}.new`, 'w');
  for (const value of values) appendLine(descriptor, value);
  renameSync(`${file}.new`, file);
  return {
    append: value => appendLine(descriptor, value),
    close: () => closeSync(descriptor),
  };
}

/** @param {string} line */
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * @param {number} descriptor
 * @param {unknown} value
 */
function appendLine(descriptor, value) {
  const line = Buffer.from(`${JSON.stringify(value)}\n`);
  let written = 0;
  while (written < line.length) written += writeSync(descriptor, line, written);
}
