import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { readCheckpoint } from '../../src/checkpoint/checkpoint-shape.js';
import { archivesIn } from '../../src/lambda/events.js';
import { parseManifest } from '../../src/ledger/manifest-text.js';
import { readStatus } from '../../src/ledger/read-status.js';
import { parseRecipe } from '../../src/recipe/read-recipe.js';

// Reads documents in a small heap, and tells of each what came of it: how many entries it has, or why it is none.
const ADDRESSES = { output: String, rejected: String, reasons: String };

/** @type {Record<string, (chunks: () => Iterable<Buffer>) => unknown>} */
const READERS = {
  async manifest(chunks) {
    const each = (async function* () {
      yield* chunks();
    })();
    return parseManifest(each, ADDRESSES, 'x').then(
      read => (read !== null && 'entries' in read ? read.entries.length : 'none'),
      error => error.code,
    );
  },
  status: chunks =>
    readStatus(
      /** @type {any} */ ({ read: async (/** @type {string} */ _, /** @type {any} */ read) => read(chunks()) }),
      'x',
    ).then(status => status ?? 'none'),
  checkpoint(chunks) {
    const json = Buffer.concat([...chunks()]);
    const bytes = Buffer.concat([Buffer.from(`sluice checkpoint 1\n[${json.length}]\n`), json]);
    const digest = createHash('sha256').update(bytes).digest();
    return readCheckpoint(Buffer.concat([bytes, digest]), 'x') === null ? 'damaged' : 'whole';
  },
  recipe: chunks => parseRecipe(String(Buffer.concat([...chunks()])), 'a').then(String, error => error.code),
  message(chunks) {
    const body = String(Buffer.concat([...chunks()]));
    const [arrival] = archivesIn({ Records: [{ eventSource: 'aws:sqs', messageId: 'a', body }] });
    return arrival.kind === 'unreadable' ? arrival.error.code : arrival.kind;
  },
};

for (const [title, { before, part, count, after, kind = 'manifest' }] of Object.entries(workerData)) {
  const chunks = function* () {
    yield Buffer.from(before);
    for (let index = 0; index < count; index += 1000) {
      const parts = Array.from({ length: 1000 }, (_, at) => part.replaceAll('#', String(index + at)));
      yield Buffer.from(parts.join(''));
    }
    yield Buffer.from(after);
  };
  parentPort?.postMessage([title, await READERS[kind](chunks)]);
}
