import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { readCheckpoint } from '../../src/checkpoint/checkpoint-shape.js';
import { parseManifest } from '../../src/ledger/manifest-text.js';

// Reads documents in a small heap, and tells of each what came of it: how many entries it has, or why it is none.
const ADDRESSES = { output: String, rejected: String, reasons: String };

for (const [title, { before, part, count, after, isCheckpoint }] of Object.entries(workerData)) {
  const chunks = function* () {
    yield Buffer.from(before);
    for (let index = 0; index < count; index += 1000) {
      const parts = Array.from({ length: 1000 }, (_, at) => part.replaceAll('#', String(index + at)));
      yield Buffer.from(parts.join(''));
    }
    yield Buffer.from(after);
  };
  let found;
  if (isCheckpoint) {
    const json = Buffer.concat([...chunks()]);
    const bytes = Buffer.concat([Buffer.from(`sluice checkpoint 1\n[${json.length}]\n`), json]);
    const digest = createHash('sha256').update(bytes).digest();
    found = readCheckpoint(Buffer.concat([bytes, digest]), 'x') === null ? 'damaged' : 'whole';
  } else {
    const each = (async function* () {
      yield* chunks();
    })();
    found = await parseManifest(each, ADDRESSES, 'x').then(
      read => (read !== null && 'entries' in read ? read.entries.length : 'none'),
      error => error.code,
    );
  }
  parentPort?.postMessage([title, found]);
}
