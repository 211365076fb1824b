import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../src/errors.js';
import { printable } from '../src/printable.js';
import { asksForHelp, wholeNumber } from './command-line/command.js';
import { peopleFileName } from './generate-data/people-file-name.js';
import { writePeople } from './generate-data/write-people.js';

const USAGE = "npm run generate-data -- [--rows 500000] [--seed 1337] [--delimiter '|'] [--header] [--out data]";

const HELP = `Usage: ${USAGE}

Makes a CSV file of people and a zip archive of it. The same options make the same bytes.

  --rows N         how many records
  --seed N         another seed makes other people
  --delimiter C    one ASCII character
  --header         with a header record
  --out FOLDER     for both files
`;

// A reader that closes the pipe early (`| head`) is not an error.
process.stdout.on('error', () => {});

const stop = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => stop.abort(signal));

try {
  if (asksForHelp()) process.stdout.write(HELP);
  else await generate(readOptions(process.argv.slice(2)));
} catch (error) {
  if (error === 'SIGINT' || error === 'SIGTERM') {
    process.stderr.write('stopped; nothing was written\n');
    process.exitCode = error === 'SIGINT' ? 130 : 143;
  } else if (error instanceof UsageError) {
    process.stderr.write(`${error.code}: ${error.message}\n`);
    process.exitCode = 2;
  } else {
    process.stderr.write(`${printable(error instanceof Error ? error.message : String(error))}\n`);
    process.exitCode = 1;
  }
}

/** @param {ReturnType<typeof readOptions>} options */
async function generate({ out, ...what }) {
  const name = join(out, peopleFileName(what));
  const [csvPath, zipPath] = [`${name}.csv`, `${name}.zip`];
  if (existsSync(csvPath) && existsSync(zipPath)) {
    process.stdout.write(`${csvPath} and ${zipPath} are there already; delete them to make them again\n`);
    return;
  }
  const start = performance.now();
  const progress = createProgress(what.rows);
  try {
    const { csvBytes, zipBytes } = await writePeople({
      ...what,
      csvPath,
      zipPath,
      signal: stop.signal,
      onProgress: progress.show,
    });
    progress.clear();
    const seconds = (performance.now() - start) / 1000;
    process.stdout.write(
      `${csvPath} (${megabytes(csvBytes)}) and ${zipPath} (${megabytes(zipBytes)}): ${count(what.rows)} rows in ` +
        `${seconds.toFixed(1)} s, ${count(what.rows / seconds)} rows/s\n`,
    );
  } finally {
    progress.clear();
  }
}

/** @param {string[]} args */
function readOptions(args) {
  const { rows, seed, delimiter, header, out } = parse(args);
  if (delimiter.length !== 1 || delimiter > '\x7f' || '"\r\n\0'.includes(delimiter)) {
    const given = printable(JSON.stringify(delimiter));
    throw new UsageError(
      'usage/delimiter',
      `--delimiter is ${given}; it must be one ASCII character, and no quote or line end`,
    );
  }
  return {
    rows: wholeNumber('rows', rows, 1, Number.MAX_SAFE_INTEGER),
    seed: wholeNumber('seed', seed, 0, 2 ** 32 - 1),
    delimiter,
    header,
    out,
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        rows: { type: 'string', default: '500000' },
        seed: { type: 'string', default: '1337' },
        delimiter: { type: 'string', default: '|' },
        header: { type: 'boolean', default: false },
        out: { type: 'string', default: 'data' },
      },
    }).values;
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split(/[.\n]/);
    throw new UsageError('usage/arguments', `${printable(reason)}; usage: ${USAGE}`, { cause: error });
  }
}

/** @param {number} total */
function createProgress(total) {
  const start = performance.now();
  let shown = 0;
  return {
    /** @param {number} rows */
    show(rows) {
      const now = performance.now();
      if (!process.stderr.isTTY || now - shown < 100) return;
      shown = now;
      const rate = (rows / (now - start)) * 1000;
      const percent = Math.floor((rows / total) * 100);
      const left = Math.ceil((total - rows) / rate);
      process.stderr.write(
        `\r\x1b[K${count(rows)} of ${count(total)} rows, ${percent} %, ${count(rate)} rows/s, ${left} s left`,
      );
    },
    clear() {
      if (shown > 0) process.stderr.write('\r\x1b[K');
      shown = 0;
    },
  };
}

/** @param {number} value */
function count(value) {
  return Math.round(value).toLocaleString('en-US');
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
