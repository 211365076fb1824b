import { createHash } from 'node:crypto';
import { printSeen } from '../harness/print-seen.js';
import { openMeasured } from './open-measured.js';

// The program of a cell: reads all rows, as lines of JSON, into a hash.

const { reader, rows, counts, growth } = await openMeasured();
const sha256 = createHash('sha256');
const startedAt = performance.now();
let firstMs = 0;
await reader.read(rows, {
  write: lines => {
    firstMs ||= performance.now() - startedAt;
    sha256.update(lines);
    return true;
  },
  drained: async () => {},
});
const lastMs = performance.now() - startedAt;
printSeen({ digest: sha256.digest('hex'), figures: { firstMs, lastMs, growthBytes: growth(), ...(await counts()) } });
await reader.end();
