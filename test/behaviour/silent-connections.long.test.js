import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { manualTimeouts, timeOutSilent } from '../support/manual-timeouts.js';
import { writeZip } from '../support/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startChain } from './chain.js';
import { RECIPE } from './versions.js';

/** @import { ClientSocket } from '../support/manual-timeouts.js' */
/** @import { Fault, ObservedRequest } from '../../local-s3/faults.js' */

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
/** What tells requests of one operation for one object apart. */
const SORTS = ['prefix', 'partNumber'];

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
      const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE }, manualTimeouts());
      let times = 0;
      /** @type {ObservedRequest | undefined} */
      let silent;
      deployed.fault = request => {
        if (request.operation !== operation || !request.key.endsWith(suffix)) return;
        silent ??= request;
        const { query } = silent;
        // Several places are listed, and several parts are sent, at the same time.
        if (SORTS.some(name => request.query.get(name) !== query.get(name))) return;
        times += 1;
        return times === 1 ? fault : undefined;
      };
      let isOver = false;
      const delivery = deployed.deliver(event).finally(() => {
        isOver = true;
      });
      while (silent === undefined && !isOver) await delay(5);
      const isSilent = (/** @type {ClientSocket} */ socket) => silent !== undefined && serves(socket, silent);
      while (times === 1 && !isOver) await timeOutSilent(deployed.client, isSilent);
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

/**
 * Whether the socket serves this attempt of the request.
 *
 * @param {ClientSocket} socket
 * @param {ObservedRequest} request
 */
function serves({ _httpMessage: sent }, { headers }) {
  return ['amz-sdk-invocation-id', 'amz-sdk-request'].every(name => sent?.getHeader(name) === headers[name]);
}
