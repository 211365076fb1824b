/** @import { BlockTask, WorkerSetup } from './people-blocks.js' */
import { parentPort, workerData } from 'node:worker_threads';
import { faker } from '@faker-js/faker/locale/en';
import { ByteWriter } from './byte-writer.js';
import { createRowWriter } from './people-rows.js';
import { deflatePart } from './zip-writer.js';

const { seed, delimiter, places } = /** @type {WorkerSetup} */ (workerData);
const out = new ByteWriter(places[0].bytes.length);
const writeRow = createRowWriter(faker, out, delimiter);

parentPort?.on('message', (/** @type {BlockTask} */ { index, rows, place }) => {
  faker.seed([seed, index]);
  for (let row = 0; row < rows; row++) writeRow();
  const bytes = out.take();
  const deflated = deflatePart(bytes);
  places[place].bytes.set(bytes);
  places[place].deflated.set(deflated);
  parentPort?.postMessage({ index, bytes: bytes.length, deflated: deflated.length });
  // zlib's own buffer, a new one each time: the collector would let some 50 MB of them pile up in each worker.
  /** @type {ArrayBuffer} */ (deflated.buffer).transfer(0);
});
