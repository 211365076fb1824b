import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import highland from 'highland';
import unzipper from 'unzipper';
import { outputsOf, runProgram } from './program.js';
import { prepareTable } from './table.js';

/** @import { Recipe } from '../../src/recipe/recipe.js' */
/** @import { Row } from './rows.js' */
/** @import { OpenTable, Table } from './table.js' */

/**
 * Streams single rows: parses, filters, edits and writes one after the other.
 *
 * @param {string} archive
 * @param {Recipe} recipe
 * @param {string} folder
 */
export async function rowByRow(archive, recipe, folder) {
  const { files } = await unzipper.Open.file(archive);
  for await (const { file, rule, path } of outputsOf(files, archive, recipe, folder)) {
    const output = (await open(path, 'w')).createWriteStream({ encoding: 'latin1' });
    if (rule.action === 'csv') {
      const { table, head, rest } = await readHead(file.stream(), await prepareTable(rule.csv, recipe.limits));
      output.write(head);
      // Not stream.pipeline, which waits forever for the end of highland's streams if the output fails.
      highland(rest)
        .map(chunk => chunk.toString('latin1'))
        .splitBy('\n')
        .consume(cutWith(table))
        .filter(row => table.keeps(row))
        .map(row => table.edit(row))
        .stopOnError(error => output.destroy(error))
        .pipe(output);
      await finished(output);
    } else {
      await pipeline(file.stream(), output);
    }
  }
}

/**
 * @param {AsyncIterable<Buffer>} entry
 * @param {OpenTable} openTable
 */
async function readHead(entry, openTable) {
  const chunks = entry[Symbol.asyncIterator]();
  let bytes = Buffer.alloc(0);
  for (;;) {
    const { value, done = false } = await chunks.next();
    if (!done) bytes = Buffer.concat([bytes, value]);
    const opened = openTable(bytes, done);
    if (opened !== null) return { ...opened, rest: Readable.from(joined(bytes.subarray(opened.used), chunks)) };
  }
}

/**
 * @param {Buffer} first
 * @param {AsyncIterator<Buffer>} others
 */
async function* joined(first, others) {
  yield first;
  yield* { [Symbol.asyncIterator]: () => others };
}

/**
 * Makes rows from lines. Holds one line back, because only the last line has no newline.
 *
 * @param {Table} table
 * @returns {(error: Error, line: string | Highland.Nil, push: (error: Error | null, row?: Row | Highland.Nil) => void,
 *   next: () => void) => void}
 */
function cutWith(table) {
  /** @type {string | null} */
  let waiting = null;
  return (error, line, push, next) => {
    if (error) {
      push(error);
      return next();
    }
    const isEnd = highland.isNil(line);
    const row = waiting === null ? null : table.cut(waiting, isEnd ? '' : '\n');
    if (row !== null) push(null, row);
    if (isEnd) return push(null, line);
    waiting = line;
    next();
  };
}

if (import.meta.main) runProgram(rowByRow);
