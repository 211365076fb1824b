import { createHash } from 'node:crypto';
import { printSeen } from '../harness/print-seen.js';
import { startContestant } from './ask-contestant.js';
import { peakRssBytes, watchDatabase } from './watch-database.js';

/** @import { ContestantId, Wanted } from './contestants.js' */

// The program of a cell: a client that downloads all rows.

const NEWLINE = 10;
/** @type {{ contestant: ContestantId, url: string, wanted: Wanted }} */
const { contestant, url, wanted } = JSON.parse(process.argv[2]);
const database = await watchDatabase(url);
const readBefore = await database.itemsRead();
const server = await startContestant({ contestant, url, poolSize: 10 });
try {
  const memoryBefore = await peakRssBytes(server.pid);
  const memorySampled = database.sampleMemory();
  const startedAt = performance.now();
  const response = await server.ask(wanted);
  if (response.statusCode !== 200) throw new Error(`the answer has status ${response.statusCode}`);
  const hash = createHash('sha256');
  let rows = 0;
  let firstMs = Number.NaN;
  for await (const chunk of response) {
    if (rows === 0) firstMs = performance.now() - startedAt;
    hash.update(chunk);
    rows += countLines(chunk);
  }
  const lastMs = performance.now() - startedAt;
  const backendBytes = await memorySampled();
  const memoryAfter = await peakRssBytes(server.pid);
  if (rows !== wanted.rows) throw new Error(`${rows} rows came, ${wanted.rows} were asked for`);
  await server.stop();
  const itemsRead = (await database.itemsRead()) - readBefore;
  printSeen({
    digest: hash.digest('hex'),
    figures: {
      ...{ rows, 'first row ms': firstMs, 'last row ms': lastMs, 'rows a second': (1000 * rows) / lastMs },
      'items read': itemsRead,
      ...(memoryBefore !== null &&
        memoryAfter !== null && {
          ...{ 'client bytes': memoryAfter, 'client growth bytes': memoryAfter - memoryBefore },
          'backend bytes': backendBytes,
        }),
    },
  });
} finally {
  await server.stop();
  await database.close();
}

/** @param {Buffer} chunk */
function countLines(chunk) {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
