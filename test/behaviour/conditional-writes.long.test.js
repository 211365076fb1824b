import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stride } from '../support/cases.js';
import { writeZip } from '../support/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startChain } from './chain.js';
import { NEW, newTexts, OLD, RECIPE } from './versions.js';

/** @import { Fault, ObservedRequest } from '../../local-s3/faults.js' */

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 300_000 };
/** Each test takes other writes. */
const STRIDE = stride(0.4);

const TABLE = bigTable(5.5 * 1024 * 1024);
const LARGE = writeZip([
  { name: 'first.csv', content: 'id,notes\n1,a\n2\n' },
  { name: 'big.csv', content: TABLE },
]);

/** @param {Record<string, string>} [more] */
const deploy = more => chain.deploy({ SLUICE_RECIPE: RECIPE, ...more });

/** @param {ObservedRequest} request */
const isConditional = ({ operation, headers }) =>
  ['PutObject', 'CompleteMultipartUpload', 'DeleteObject'].includes(operation) &&
  (headers['if-match'] ?? headers['if-none-match']) !== undefined;

/** @param {ObservedRequest} request @param {string} folder */
const nameOf = ({ operation, key }, folder) => `${operation} ${key.replaceAll(folder, 'x')}`;

/**
 * The names of conditional writes, each with how many of its name came before it. Several are under way at once, so
 * their order differs from run to run; their names do not.
 *
 * @param {string} folder
 */
function writeNames(folder) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return (/** @type {ObservedRequest} */ request) => {
    const name = nameOf(request, folder);
    const earlier = counts.get(name) ?? 0;
    counts.set(name, earlier + 1);
    return { name, id: `${name} after ${earlier}` };
  };
}

/**
 * Runs the job once for each of its conditional writes, or for a share of them. That write fails each time it is sent; the others succeed.
 *
 * @param {string} name
 * @param {object} job
 * @param {Buffer} job.archive
 * @param {Buffer} [job.before] An earlier version.
 * @param {Fault} job.fault
 * @param {boolean} [job.once] Only the first time.
 * @param {(outputFolder: string, deployed: import('./chain.js').Deployed, error: any, what: string) => Promise<void>} job.check
 * @returns {Promise<string[]>} The names of the writes, as often as each is made.
 */
async function eachWrite(name, { archive, before: earlier, fault, once = false, check }) {
  const prepare = async (/** @type {string} */ folder) => {
    if (earlier) await (await deploy()).deliver(await chain.upload(`${folder}.zip`, earlier));
    return chain.upload(`${folder}.zip`, archive);
  };
  const probe = await deploy();
  await probe.deliver(await prepare(`${name}-probe`));
  const writes = probe.requests.filter(isConditional).map(writeNames(`${name}-probe`));
  assert.ok(writes.length >= 4);
  for (const [index, { name: what, id }] of writes.entries()) {
    if (index % STRIDE !== name.length % STRIDE) continue;
    const folder = `${name}-${index}`;
    const event = await prepare(folder);
    const deployed = await deploy();
    const named = writeNames(folder);
    /** @type {ObservedRequest | null} */
    let struck = null;
    deployed.fault = request => {
      if (!isConditional(request)) return;
      if (struck !== null) {
        const isAgain =
          request.key === struck.key &&
          request.headers['x-amz-meta-sluice-upload'] === struck.headers['x-amz-meta-sluice-upload'];
        return isAgain && !once ? fault : undefined;
      }
      if (named(request).id !== id) return;
      struck = request;
      return fault;
    };
    const error = await deployed.deliver(event).then(
      () => null,
      caught => caught,
    );
    assert.ok(struck, id);
    await check(folder, deployed, error, what);
    assert.deepEqual(await chain.unfinishedUploads(folder), [], what);
    assert.equal(deployed.socketsInUse(), 0);
    // The next delivery, to a new function, comes to the right end.
    const next = await deploy();
    if (error !== null) await next.deliver(event);
    assert.equal((await chain.manifest(folder)).status, 'complete', what);
    assert.equal((await chain.manifest(folder)).outdated, undefined, what);
  }
  return writes.map(write => write.name);
}

// The manifest is written three times: as the claim, with the outputs that are outdated, and once these are removed.
const WRITES = [
  'PutObject x/_manifest.json',
  'PutObject x/_manifest.json',
  'PutObject _reasons/x/people.csv.jsonl',
  'PutObject _rejected/x/people.csv',
  'PutObject x/people.csv',
  'PutObject x/note.txt',
  'DeleteObject x/gone.csv',
  'DeleteObject _rejected/x/gone.csv',
  'DeleteObject _reasons/x/gone.csv.jsonl',
  'PutObject x/_manifest.json',
];

for (const [status, code] of /** @type {const} */ ([
  [412, 'PreconditionFailed'],
  [409, 'ConditionalRequestConflict'],
])) {
  test(
    `${status} ${code} on any conditional write is a conflict, and the next delivery completes`,
    bounded,
    async () => {
      const seen = await eachWrite(`status-${status}`, {
        before: OLD,
        archive: NEW,
        fault: { status, code },
        async check(folder, _deployed, error, what) {
          // Another job has changed the output that was to be removed: nothing is left to do.
          if (what.startsWith('DeleteObject') && status === 412) return;
          assert.equal(error?.code, 'storage/conflict', what);
          const manifest = await chain.manifest(folder);
          assert.ok(manifest.status !== 'complete' || manifest.archive.bytes === OLD.length, what);
        },
      });
      assert.deepEqual(seen.toSorted(), WRITES.toSorted());
    },
  );

  test(`${status} ${code} on the completion of a large output leaves no upload behind`, bounded, async () => {
    const seen = await eachWrite(`large-${status}`, {
      archive: LARGE,
      fault: { status, code },
      async check(_place, _deployed, error, what) {
        assert.equal(error?.code, 'storage/conflict', what);
      },
    });
    assert.ok(seen.includes('CompleteMultipartUpload x/big.csv'));
  });
}

test('a write that conflicts just once is sent again', bounded, async () => {
  await eachWrite('met', {
    archive: NEW,
    fault: { status: 409, code: 'ConditionalRequestConflict' },
    once: true,
    async check(folder, _deployed, error, what) {
      assert.equal(error, null, what);
      assert.deepEqual(await chain.texts(folder), newTexts(folder));
    },
  });
});

test('a write that was carried out succeeds although its response is lost', bounded, async () => {
  for (const [name, archive, before] of /** @type {const} */ ([
    ['small', NEW, OLD],
    ['large', LARGE, OLD],
  ])) {
    await eachWrite(`lost-${name}`, {
      before,
      archive,
      fault: { loseAnswer: true },
      async check(folder, _deployed, error, what) {
        // This delivery cannot see whether the output was removed; the next one can.
        if (!what.startsWith('DeleteObject')) assert.equal(error, null, what);
        if (name === 'small' && error === null) assert.deepEqual(await chain.texts(folder), newTexts(folder));
        if (name === 'large') assert.deepEqual(await chain.read(`${folder}/big.csv`), withoutNotes(TABLE));
      },
    });
  }
});
