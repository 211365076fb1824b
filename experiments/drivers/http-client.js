import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';

// A client in a process of its own: reads the rows, and tells the parent what it saw; or stops behind the first chunk for ever.

const FOR_EVER_MS = 2 ** 31 - 1;

const [url, how] = process.argv.slice(2);
const startedAt = performance.now();
const [response] = await once(get(url), 'response');
const sha256 = createHash('sha256');
let firstMs = 0;
for await (const chunk of response) {
  sha256.update(chunk);
  if (firstMs !== 0) continue;
  firstMs = performance.now() - startedAt;
  if (how !== 'stall') continue;
  process.send?.({ kind: 'stalled' });
  // A paused socket alone keeps no process alive.
  await new Promise(resolve => setTimeout(resolve, FOR_EVER_MS));
}
process.send?.({ kind: 'done', firstMs, lastMs: performance.now() - startedAt, digest: sha256.digest('hex') });
process.disconnect();
