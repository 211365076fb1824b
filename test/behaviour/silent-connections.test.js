import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { writeZip } from '../support/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startChain } from './chain.js';
import { RECIPE } from './versions.js';

/** @import { Fault } from '../../local-s3/faults.js' */

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const TABLE = bigTable(5.5 * 1024 * 1024);
const ARCHIVE = writeZip([
  { name: 'first.csv', content: 'id,notes\n1,a\n2\n' },
  { name: 'big.csv', content: TABLE },
  { name: 'last.txt', content: 'after it' },
]);
const NEVER = 1_000_000_000;

describe('a connection that has fallen silent is given up, and the job continues', { concurrency: 2 }, () => {
  /** @type {[operation: string, suffix: string, fault: Fault][]} */
  const SILENCES = [
    ['HeadObject', '.zip', { stallMs: NEVER }],
    ['GetObject', '_manifest.json', { stallAfterBytes: 10 }],
    ['ListObjectsV2', '', { stallAfterBytes: 10 }],
    ['GetObject', '.zip', { stallMs: NEVER }],
    ['GetObject', '.zip', { stallAfterBytes: 0 }],
    ['GetObject', '.zip', { stallAfterBytes: 100_000 }],
    ['CreateMultipartUpload', '', { stallMs: NEVER }],
    ['UploadPart', '', { stallMs: NEVER }],
    ['CompleteMultipartUpload', '', { stallMs: NEVER }],
    ['PutObject', 'last.txt', { stallMs: NEVER }],
    ['PutObject', '_manifest.json', { stallMs: NEVER }],
  ];
  const before = writeZip([{ name: 'last.txt', content: 'an earlier version' }]);
  for (const [index, [operation, suffix, fault]] of SILENCES.entries()) {
    it(`${operation} ${suffix} ${JSON.stringify(fault)}`, async () => {
      const folder = `stalled-${index}`;
      await (await chain.deploy()).deliver(await chain.upload(`${folder}.zip`, before));
      const event = await chain.upload(`${folder}.zip`, ARCHIVE);
      // Below six seconds, the SDK listens for the timeout immediately.
      const settings = { requestHandler: { socketTimeout: 5_900 } };
      const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE }, settings);
      let times = 0;
      // Not a later request: losing its answer is another fault.
      /** @type {import('node:net').Socket[]} */
      let sockets = [];
      deployed.fault = request => {
        if (request.operation !== operation || !request.key.endsWith(suffix)) return;
        times += 1;
        if (times > 1) return;
        sockets = deployed.busySockets();
        return fault;
      };
      let isOver = false;
      const delivery = deployed.deliver(event).finally(() => {
        isOver = true;
      });
      while (times === 0 && !isOver) await delay(5);
      while (times === 1 && !isOver) await deployed.timeOutIdle(sockets);
      await delivery;
      assert.ok(times > 1, 'it was asked for again');
      assert.equal(deployed.lines[0].status, 'complete');
      assert.deepEqual(await chain.read(`${folder}/big.csv`), withoutNotes(TABLE));
      assert.equal(String(await chain.read(`${folder}/last.txt`)), 'after it');
      assert.deepEqual(await chain.unfinishedUploads(folder), []);
      assert.equal(deployed.socketsInUse(), 0);
    });
  }
});
