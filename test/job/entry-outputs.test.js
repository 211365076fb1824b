import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ArchiveError, StorageError } from '../../src/errors.js';
import { EntryOutputs } from '../../src/job/entry-outputs.js';
import { memoryDestination } from '../support/memory-destination.js';

const MAIN = 'x/a.csv';
const REJECTED = '_rejected/x/a.csv';
const REASONS = '_reasons/x/a.csv.jsonl';
const FULL = new StorageError('storage/disk-full', 'full');
const FINAL = new ArchiveError('archive/corrupt', 'damaged');

/**
 * @param {object} [how]
 * @param {(path: string, act: string) => void} [how.fail] May throw.
 * @param {any} [how.checkpoint]
 */
function outputsOf({ fail, checkpoint = null } = {}) {
  const destination = memoryDestination({ ...(fail && { fail }) });
  /** @type {Map<string, import('../../src/destination/open.js').OutputOptions>} The options of each output. */
  const opened = new Map();
  for (const name of /** @type {const} */ (['create', 'resume'])) {
    const open = destination[name].bind(destination);
    destination[name] = async (/** @type {string} */ path, /** @type {any} */ ...rest) => {
      const output = await /** @type {any} */ (open)(path, ...rest);
      for (const act of /** @type {const} */ (['abort', 'release'])) {
        const end = output[act];
        output[act] = async () => {
          await turn();
          destination.acts.push(`${act} ${path}`);
          return end();
        };
      }
      // Its last bytes take a while.
      output.writable._final = (/** @type {any} */ done) => void setImmediate(done);
      opened.set(path, /** @type {any} */ (rest.at(-1)));
      return output;
    };
  }
  const { discard } = destination;
  destination.discard = async (...which) => {
    await turn();
    return discard(...which);
  };
  const options = { declaredBytes: 9, resumable: true };
  const outputs = new EntryOutputs({ destination, outputFolder: 'x', name: 'a.csv', options, checkpoint, load: null });
  return { destination, outputs, opened };
}

/** @param {import('node:stream').Writable} writable @param {string} [text] */
const end = (writable, text = '') => new Promise(resolve => writable.end(text, () => resolve(null)));

test('rejected records and reasons have outputs as soon as there are some, published before the main one', async () => {
  const { destination, outputs, opened } = outputsOf();
  const writable = await outputs.open();
  assert.deepEqual(destination.acts, [`create ${MAIN}`]);
  await outputs.reject(Buffer.from('bad\n'));
  await outputs.explain(Buffer.from('why\n'));
  await outputs.reject(Buffer.from('worse\n'));
  await outputs.explain(Buffer.from('why too\n'));
  assert.equal(writable.listenerCount('close'), 0, 'nobody listens any more');
  await end(writable, 'good\n');
  assert.deepEqual(Object.fromEntries(opened), {
    [MAIN]: { declaredBytes: 9, resumable: true },
    [REJECTED]: { declaredBytes: 9, resumable: true, isSide: true },
    [REASONS]: { declaredBytes: 0, resumable: true, isSide: true },
  });
  assert.deepEqual(outputs.published, { output: null, rejected: null, reasons: null });
  await outputs.commit(0);
  assert.deepEqual(destination.acts.slice(1), [
    ...[`create ${REJECTED}`, `create ${REASONS}`],
    ...[`commit ${REASONS}`, `commit ${REJECTED}`, `commit ${MAIN}`],
  ]);
  assert.deepEqual(outputs.published, {
    ...{ output: `memory/${MAIN}`, rejected: `memory/${REJECTED}`, reasons: `memory/${REASONS}` },
  });
  assert.equal(String(destination.files.get(REASONS)), 'why\nwhy too\n');
  assert.equal(String(destination.files.get(REJECTED)), 'bad\nworse\n');
});

test('an entry without rejected records has one output', async () => {
  const { destination, outputs } = outputsOf();
  await end(await outputs.open());
  await outputs.commit(0);
  assert.deepEqual(destination.acts, [`create ${MAIN}`, `commit ${MAIN}`]);
});

test('if only the rejected output could be published, that is known', async () => {
  const { outputs } = outputsOf({
    fail(path, act) {
      if (act === 'commit' && path === MAIN) throw FULL;
    },
  });
  const writable = await outputs.open();
  await outputs.reject(Buffer.from('bad\n'));
  await end(writable);
  await assert.rejects(outputs.commit(0), FULL);
  assert.deepEqual(outputs.published, { output: null, rejected: `memory/${REJECTED}`, reasons: null });
});

test('what cannot be published of the rejected records keeps the main output back', async () => {
  for (const side of [REJECTED, REASONS]) {
    const { destination, outputs } = outputsOf({
      fail(path, act) {
        if (act === 'commit' && path === side) throw FULL;
      },
    });
    const writable = await outputs.open();
    await outputs.reject(Buffer.from('bad\n'));
    await outputs.explain(Buffer.from('why\n'));
    await end(writable);
    await assert.rejects(outputs.commit(0), FULL);
    assert.ok(!destination.acts.includes(`commit ${MAIN}`));
  }
});

test('an entry is not resumed if one of its outputs cannot be, and the others are closed', async () => {
  const suspended = { state: { storage: 'memory' }, rest: Buffer.of() };
  for (const side of [REJECTED, REASONS]) {
    const { destination, outputs } = outputsOf({
      checkpoint: { output: suspended, rejected: suspended, reasons: suspended },
      fail(path, act) {
        if (act === 'resume' && path === side) throw FULL;
      },
    });
    await assert.rejects(outputs.open(), FULL);
    await outputs.giveUp(FULL);
    assert.equal(destination.live(), 0);
  }
});

test('if the last reasons cannot be written, nothing is suspended', async () => {
  const { destination, outputs } = outputsOf();
  const { create } = destination;
  destination.create = async (path, options) => {
    const output = await create(path, options);
    if (path === REASONS) output.writable._final = done => done(FULL);
    return output;
  };
  const writable = await outputs.open();
  await outputs.explain(Buffer.from('why\n'));
  await end(writable);
  await assert.rejects(outputs.suspend(), FULL);
  assert.ok(!destination.acts.some(act => act.startsWith('suspend')));
});

test('all outputs are suspended, and resumed at the next byte before any record is rejected', async () => {
  const first = outputsOf();
  const writable = await first.outputs.open();
  await first.outputs.reject(Buffer.from('bad\n'));
  await first.outputs.explain(Buffer.from('why\n'));
  await end(writable, 'good\n');
  const checkpoint = await first.outputs.suspend();
  const withoutReasons = outputsOf();
  const main = await withoutReasons.outputs.open();
  await withoutReasons.outputs.reject(Buffer.from('bad\n'));
  await end(main, 'good\n');
  assert.deepEqual(await withoutReasons.outputs.suspend(), { ...checkpoint, reasons: null });
  const second = outputsOf({ checkpoint });
  const again = await second.outputs.open();
  assert.deepEqual(second.destination.acts, [`resume ${MAIN}`, `resume ${REJECTED}`, `resume ${REASONS}`]);
  await second.outputs.reject(Buffer.from('worse\n'));
  await second.outputs.explain(Buffer.from('why too\n'));
  await end(again, 'better\n');
  await second.outputs.commit(0);
  assert.equal(String(second.destination.files.get(MAIN)), 'good\nbetter\n');
  assert.equal(String(second.destination.files.get(REJECTED)), 'bad\nworse\n');
  assert.equal(String(second.destination.files.get(REASONS)), 'why\nwhy too\n');
});

test('if the rejected output cannot be suspended, the main one is discarded, unless the checkpoint needs it', async () => {
  const output = { state: { storage: 'memory' }, rest: Buffer.of() };
  for (const [checkpoint, discards] of /** @type {const} */ ([
    [null, [`discard ${MAIN}`]],
    [{ output, rejected: null }, []],
  ])) {
    const { destination, outputs } = outputsOf({
      checkpoint,
      fail(path, act) {
        if (act === 'suspend' && path === REJECTED) throw FULL;
      },
    });
    const writable = await outputs.open();
    await outputs.reject(Buffer.from('bad\n'));
    await end(writable);
    await assert.rejects(outputs.suspend(), FULL);
    assert.deepEqual(
      destination.acts.filter(act => act.startsWith('discard')),
      discards,
    );
  }
});

test('after a final error all outputs are aborted; after any other they are released', async () => {
  for (const [error, act] of /** @type {const} */ ([
    [FINAL, 'abort'],
    [FULL, 'release'],
    [new Error('a mistake'), 'release'],
  ])) {
    const { destination, outputs } = outputsOf();
    await outputs.open();
    await outputs.reject(Buffer.from('bad\n'));
    await outputs.explain(Buffer.from('why\n'));
    await outputs.giveUp(error);
    assert.deepEqual(
      destination.acts.slice(3).sort(),
      [REASONS, REJECTED, MAIN].map(path => `${act} ${path}`),
    );
    assert.equal(destination.live(), 0);
  }
});

test('giving up waits for a rejected output that is still opening, and needs none', async () => {
  const { destination, outputs } = outputsOf();
  await outputs.giveUp(FINAL);
  await outputs.open();
  const rejecting = outputs.reject(Buffer.from('bad\n'));
  await outputs.giveUp(FINAL);
  assert.equal(destination.live(), 0);
  await rejecting.catch(() => {});
  const failing = outputsOf({
    fail(path, act) {
      if (act === 'create' && path === REJECTED) throw FULL;
    },
  });
  await failing.outputs.open();
  const failed = assert.rejects(failing.outputs.reject(Buffer.from('bad\n')), FULL);
  await failing.outputs.giveUp(FULL);
  await failed;
  assert.equal(failing.destination.live(), 0);
});

test('if the reasons cannot be suspended, the others are discarded, unless the checkpoint needs them', async () => {
  const suspended = { state: { storage: 'memory' }, rest: Buffer.of() };
  for (const [checkpoint, discards] of /** @type {const} */ ([
    [null, [`discard ${MAIN}`, `discard ${REJECTED}`]],
    [{ output: suspended, rejected: null }, [`discard ${REJECTED}`]],
    [{ output: suspended, rejected: suspended }, []],
  ])) {
    const { destination, outputs } = outputsOf({
      checkpoint,
      fail(path, act) {
        if (act === 'suspend' && path === REASONS) throw FULL;
      },
    });
    const writable = await outputs.open();
    await outputs.reject(Buffer.from('bad\n'));
    await outputs.explain(Buffer.from('why\n'));
    await end(writable);
    await assert.rejects(outputs.suspend(), FULL);
    const acts = destination.acts.filter(act => act.startsWith('discard'));
    assert.deepEqual(acts, discards);
  }
});

test('a rejected record that is being written fails as soon as the main output does', { timeout: 60_000 }, async () => {
  const { destination, outputs } = outputsOf();
  const main = await outputs.open();
  const { promise: begun, resolve } = Promise.withResolvers();
  const { create } = destination;
  destination.create = async (path, options) => ({
    ...(await create(path, options)),
    writable: new Writable({ write: () => resolve(null) }),
  });
  const rejecting = outputs.reject(Buffer.from('bad\n'));
  await begun;
  main.destroy(FULL);
  await assert.rejects(rejecting, FULL);
});

test('a rejected record is not written once the main output has failed', async () => {
  const { outputs } = outputsOf();
  const writable = await outputs.open();
  writable.destroy(FULL);
  await assert.rejects(outputs.reject(Buffer.from('bad\n')), FULL);
  // It has said so already.
  await turn();
  await assert.rejects(outputs.reject(Buffer.from('bad\n')), FULL);
});
