import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArchivePassword } from '../../src/archive/password.js';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { openCheckpoints } from '../../src/checkpoint/checkpoints.js';
import { openSealed, sealCheckpoint } from '../../src/checkpoint/seal.js';
import { newStaging } from '../../src/destination/database/staging-table.js';
import { begin, checkpointOf, OLDER } from './fixture.js';

const PASSWORD = Buffer.from('Tr0ub4dor-and-3');
const SECRET = 'the plain text of an entry';

/** A checkpoint of an encrypted entry. */
function secretCheckpoint() {
  const checkpoint = checkpointOf({ rejected: 'two' });
  const window = Buffer.from(SECRET.repeat(5000));
  const decryption = { position: 12, header: Buffer.alloc(12), trailer: Buffer.alloc(0), cipher: { keys: [1, 2, 3] } };
  return /** @type {any} */ ({
    ...checkpoint,
    engine: { ...checkpoint.engine, decryption: { ...decryption, ahead: Buffer.from(SECRET) } },
    output: { state: { ...checkpoint.output.state, etags: [SECRET] }, rest: window },
    rejected: { state: checkpoint.rejected?.state, rest: Buffer.from(SECRET) },
    reasons: null,
  });
}

test('a sealed checkpoint tells the job, the entry and what its outputs left behind, and nothing else', async () => {
  const sealed = await sealCheckpoint(secretCheckpoint(), PASSWORD);
  const bytes = Buffer.concat(encodeCheckpoint(sealed));
  assert.ok(!bytes.includes(SECRET) && !bytes.includes(SECRET.slice(0, 8)) && !bytes.includes(PASSWORD));
  const decoded = decodeCheckpoint(bytes);
  const { sealed: _, ...clear } = decoded;
  const { archive, recipeSha256, outcome } = checkpointOf();
  const { path, crc32, action } = outcome;
  assert.deepEqual(clear, {
    ...{ archive, recipeSha256, outcome: { path, crc32, action } },
    output: { state: { storage: 's3', uploadId: 'one' }, rest: Buffer.alloc(0) },
    rejected: { state: { storage: 's3', uploadId: 'two' }, rest: Buffer.alloc(0) },
    reasons: null,
  });
  const opened = await openSealed(decoded, PASSWORD, 'x');
  assertSame(opened, secretCheckpoint());
});

test('of a load, a sealed checkpoint tells the staging table, so that it can be dropped', async () => {
  const staged = { ...newStaging(), turns: [1], rows: 3, shapes: [[]], entryShapes: [0] };
  const load = { table: { schema: null, name: SECRET }, staged, outcomes: [], isInEntry: true };
  const sealed = await sealCheckpoint({ ...secretCheckpoint(), load }, PASSWORD);
  const bytes = Buffer.concat(encodeCheckpoint(sealed));
  assert.ok(!bytes.includes(SECRET));
  const decoded = decodeCheckpoint(bytes);
  assert.deepEqual(decoded.load, { staged: { id: staged.id, name: staged.name } });
  const opened = await openSealed(decoded, PASSWORD, 'x');
  assertSame(opened, { ...secretCheckpoint(), load });
});

test('every seal has a salt and a nonce of its own', async () => {
  const [one, two] = [
    await sealCheckpoint(secretCheckpoint(), PASSWORD),
    await sealCheckpoint(secretCheckpoint(), PASSWORD),
  ];
  assert.notDeepEqual(one.sealed.salt, two.sealed.salt);
  assert.notDeepEqual(one.sealed.nonce, two.sealed.nonce);
  assert.notDeepEqual(one.sealed.pieces.at(-1), two.sealed.pieces.at(-1));
});

test('with another password, or any part changed, it does not open, and stays as it is', async () => {
  const bytes = Buffer.concat(encodeCheckpoint(await sealCheckpoint(secretCheckpoint(), PASSWORD)));
  const other = decodeCheckpoint(Buffer.from(bytes));
  assert.equal(await openSealed(other, Buffer.from('another'), 'x'), null);
  assertSame(await openSealed(other, PASSWORD, 'x'), secretCheckpoint());
  /** @type {((found: any) => unknown)[]} */
  const changes = [
    found => Object.assign(found.outcome, { path: 'b.csv' }),
    found => Object.assign(found.output.state, { uploadId: 'other' }),
    found => found.sealed.pieces[2].fill(0, 5, 6),
    found => found.sealed.tag.reverse(),
    found => found.sealed.nonce.reverse(),
    found => found.sealed.pieces.splice(0),
  ];
  for (const change of changes) {
    const found = decodeCheckpoint(Buffer.from(bytes));
    change(found);
    assert.equal(await openSealed(found, PASSWORD, 'x'), null);
  }
});

test('a job takes its sealed checkpoint; what its password does not open stays, and nothing is discarded', async () => {
  const { outcome } = checkpointOf();
  for (const [password, isTaken] of /** @type {const} */ ([
    [new ArchivePassword(PASSWORD), true],
    [new ArchivePassword(Buffer.from('old'), async () => PASSWORD), true],
    [new ArchivePassword(PASSWORD, async () => Buffer.from('newer')), true],
    [new ArchivePassword(null, async () => PASSWORD), true],
    [new ArchivePassword(Buffer.from('other')), false],
    [new ArchivePassword(Buffer.from('other'), async () => Buffer.from('no better')), false],
    [new ArchivePassword(null), false],
  ])) {
    const { store, job, discarded } = await sealedJob();
    const checkpoints = await openCheckpoints(store, { ...job, password });
    const taken = checkpoints.take(outcome);
    assert.equal(taken !== null, isTaken);
    assert.deepEqual(discarded, []);
    checkpoints.throwIfLocked({ ...outcome, path: 'b.csv' });
    if (taken !== null) {
      assert.deepEqual(taken.output.rest, secretCheckpoint().output.rest);
      continue;
    }
    assert.throws(() => checkpoints.throwIfLocked(outcome), { code: 'job/wrong-password', message: /"a.csv"/ });
    assert.ok((await openCheckpoints(store, { ...job, password: new ArchivePassword(PASSWORD) })).take(outcome));
  }
});

test('job/wrong-password: without any password it stays, unless the job is forced or of another version', async () => {
  const { store, job, discarded, isThere } = await sealedJob();
  await assert.rejects(openCheckpoints(store, job), { code: 'job/wrong-password', message: /--password-file/ });
  assert.deepEqual([discarded, isThere()], [[], true]);
  for (const other of [
    { ...job, force: true },
    { ...job, source: OLDER },
  ]) {
    const found = await sealedJob();
    await openCheckpoints(found.store, { ...other, destination: found.job.destination });
    assert.deepEqual([found.discarded, found.isThere()], [['x/a.csv one', '_rejected/x/a.csv two'], false]);
  }
});

test('a sealed checkpoint that nobody can open is discarded once its entry has started again and is done', async () => {
  const { store, job, discarded, isThere } = await sealedJob();
  const checkpoints = await openCheckpoints(store, { ...job, password: new ArchivePassword(Buffer.from('right')) });
  assert.equal(checkpoints.take(checkpointOf().outcome), null);
  await checkpoints.discardUntaken();
  assert.deepEqual([discarded, isThere()], [['x/a.csv one', '_rejected/x/a.csv two'], false]);
});

test('job/wrong-password: what is known of archives in the archive stays sealed if one of them needs the password', async () => {
  const { store, job } = await begin(null);
  const [right, wrong] = [PASSWORD, Buffer.from('wrong')].map(each => ({
    ...job,
    password: new ArchivePassword(each),
  }));
  const container = /** @type {any} */ ({ kind: 'nested', isSecret: true });
  const before = await openCheckpoints(store, right);
  before.throwIfListingLocked(() => true);
  await before.writeContainer(container);
  const checkpoints = await openCheckpoints(store, wrong);
  checkpoints.throwIfListingLocked(() => false);
  assert.throws(() => checkpoints.throwIfListingLocked(() => true), {
    code: 'job/wrong-password',
    message: /^an archive in the archive/,
  });
  await before.write(secretCheckpoint(), null);
  (await openCheckpoints(store, wrong)).throwIfListingLocked(() => assert.fail('an entry is at work'));
});

/** A job whose sealed checkpoint is stored; without its password. */
async function sealedJob() {
  const found = await begin(null);
  const own = { ...found.job, password: new ArchivePassword(PASSWORD) };
  await (await openCheckpoints(found.store, own)).write(secretCheckpoint(), null);
  assert.ok(!String(await found.store.read()).includes(SECRET.slice(0, 8)));
  return found;
}

/**
 * A failed `deepEqual` of large buffers would take gigabytes to describe them.
 *
 * @param {unknown} actual
 * @param {unknown} expected
 */
function assertSame(actual, expected) {
  assert.ok(actual !== null, 'it is opened');
  const [one, other] = [actual, expected].map(each => Buffer.concat(encodeCheckpoint(each)));
  assert.ok(one.equals(other), 'it is the same');
}
