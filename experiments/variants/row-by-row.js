import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import highland from 'highland';
import unzipper from 'unzipper';
import { outputsOf, runProgram } from './program.js';
import { Table } from './table.js';

/** @import { Recipe } from '../../src/recipe/recipe.js' */
/** @import { Row } from './rows.js' */

/**
 * A stream of single rows: one after the other is cut, judged, edited and written.
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
      const table = await Table.create(rule.csv, recipe.limits);
      highland(Readable.from(behindHead(table, file.stream(), head => output.write(head))))
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
 * @param {Table} table
 * @param {AsyncIterable<Buffer>} entry
 * @param {(head: string) => void} onHead Told what the output begins with.
 * @returns {AsyncGenerator<Buffer, void>} The entry's bytes from where its rows begin.
 */
async function* behindHead(table, entry, onHead) {
  const chunks = entry[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  let opened = null;
  while (opened === null) {
    const { value, done = false } = await chunks.next();
    if (!done) beginning = Buffer.concat([beginning, value]);
    opened = table.open(beginning, done);
  }
  onHead(opened.head);
  yield beginning.subarray(opened.used);
  yield* { [Symbol.asyncIterator]: () => chunks };
}

/**
 * Makes rows of lines. A line waits for the next one, since only behind the last one there is no newline.
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
