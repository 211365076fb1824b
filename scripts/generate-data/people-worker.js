/** @import { BlockTask, WorkerSetup } from './people-blocks.js' */
import { parentPort, workerData } from 'node:worker_threads';
import { faker } from '@faker-js/faker/locale/en';
import { ByteWriter } from './byte-writer.js';
import { createRowWriter } from './people-rows.js';
import { deflatePart } from './zip-writer.js';

const { seed, delimiter, slots } = /** @type {WorkerSetup} */ (workerData);
const out = new ByteWriter(slots[0].bytes.length);
const writeRow = createRowWriter(faker, out, delimiter);

parentPort?.on('message', (/** @type {BlockTask} */ { index, rows, slot }) => {
  faker.seed([seed, index]);
  for (let row = 0; row < rows; row++) writeRow();
  const bytes = out.take();
  const deflated = deflatePart(bytes);
  slots[slot].bytes.set(bytes);
  slots[slot].deflated.set(deflated);
  parentPort?.postMessage({ index, bytes: bytes.length, deflated: deflated.length });
  // zlib allocates a buffer per call; without freeing it here, some 50 MB pile up in each worker before they are collected.
  /** @type {ArrayBuffer} */ (deflated.buffer).transfer(0);
});
