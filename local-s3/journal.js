import { closeSync, createReadStream, openSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * An append-only file of JSON values, one per line. An append is a synchronous write, so everything that was answered
 * survives if the process is killed. If the machine loses power, the last values may be lost.
 *
 * @template Value
 * @typedef {{ append(value: Value): void, close(): void }} Journal
 */

/**
 * @template Value
 * @param {string} file
 * @returns {AsyncGenerator<Value>} The appended values, without a last line that was cut off when the process was
 *   killed.
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
 * Starts a new journal with the given values. It replaces the old one atomically, once all values are written.
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
