import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArchivePassword } from '../../src/archive/password.js';
import { encrypted } from '../support/encrypt.js';
import { memoryDestination } from '../support/memory-destination.js';
import { writeZip } from '../support/zip-writer.js';
import { memoryStore, work } from './fixture.js';

const PASSWORD = 'Tr0ub4dor-and-3';
/** Passes the check of ZipCrypto for the entry below. */
const PASSING = 'wrong 11';
const ENTRY = { name: 'a.txt', content: 'text of a' };
const bytesOf = (/** @type {string | null} */ text) => (text === null ? null : Buffer.from(text));

/**
 * @param {string | null} current
 * @param {string | null} newer
 */
function changed(current, newer) {
  const reads = { count: 0 };
  const password = new ArchivePassword(bytesOf(current), async () => {
    reads.count += 1;
    return bytesOf(newer);
  });
  return { password, reads };
}

/** @param {Partial<Parameters<typeof work>[1]>} job @param {Buffer} [zip] */
async function codes(job, zip = writeZip([encrypted(ENTRY, 'zipcrypto', PASSWORD), ENTRY_2])) {
  const { manifest } = await work(zip, job);
  return Array.from(manifest?.entries ?? [], ({ error }) => error?.code ?? null);
}
const ENTRY_2 = encrypted({ name: 'b.txt', content: 'text of b' }, 'ae2-256', PASSWORD);

test('a password is read again if it is wrong, missing, or may be wrong although it passed the check', async () => {
  for (const method of [0, 8]) {
    const zip = writeZip([encrypted({ ...ENTRY, method }, 'zipcrypto', PASSWORD)]);
    const [code] = await codes({ password: changed(PASSING, null).password }, zip);
    assert.match(String(code), /^archive\/(crc-mismatch|corrupt|size-mismatch)$/);
    for (const current of ['another', PASSING, null]) {
      const { password, reads } = changed(current, PASSWORD);
      assert.deepEqual(await codes({ password }, zip), [null], String(current));
      assert.equal(reads.count, 1);
    }
  }
});

test('it is read again once for an archive, and what is damaged stays so', async () => {
  const damaged = writeZip([encrypted(ENTRY, 'ae2-128', PASSWORD), ENTRY_2]);
  // In the first entry's data.
  damaged[damaged.indexOf('a.txt') + 5 + 11 + 10 + 2] ^= 1;
  const { password, reads } = changed(PASSWORD, PASSWORD);
  assert.deepEqual(await codes({ password }, damaged), ['archive/hmac-mismatch', null]);
  assert.equal(reads.count, 1);

  const none = changed(null, null);
  assert.deepEqual(await codes({ password: none.password }), ['archive/encrypted', 'archive/encrypted']);
  const wrong = changed('wrong', null);
  assert.deepEqual(await codes({ password: wrong.password }), ['archive/wrong-password', 'archive/wrong-password']);
  assert.deepEqual([none.reads.count, wrong.reads.count], [1, 1]);
});

test('an entry that a wrong password has begun starts again with a newer one', async () => {
  const zip = writeZip([encrypted({ name: 'a.bin', content: LARGE, method: 0 }, 'zipcrypto', PASSWORD)]);
  const destination = memoryDestination();
  const store = memoryStore();
  const turn = (/** @type {ArchivePassword} */ password, isPaused = false) => {
    const pause = new AbortController();
    const onProgress = () => void (isPaused && pause.abort());
    return work(zip, { destination, password, onProgress, turn: { pause: pause.signal, remainingMs: () => 0, store } });
  };
  const { password } = changed(LARGE_PASSING, PASSWORD);
  await assert.rejects(turn(password, true), { code: 'job/stopped' });
  assert.ok(store.bytes() !== null);
  assert.equal((await turn(password)).manifest?.status, 'complete');
  assert.ok(destination.files.get('x/a.bin')?.equals(LARGE));
  assert.deepEqual([destination.live(), store.bytes()], [0, null]);
});
const LARGE = Buffer.alloc(400_000, 'some bytes');
/** Passes its check. */
const LARGE_PASSING = 'wrong 11';

test('a job with a password processes the entries that lacked it, and keeps the others', async () => {
  for (const lacking of [null, changed(null, null).password, changed('wrong', null).password]) {
    const destination = memoryDestination();
    const zip = writeZip([{ name: 'c.txt', content: 'c' }, encrypted(ENTRY, 'ae1-256', PASSWORD), ENTRY_2, BAD]);
    const run = (/** @type {ArchivePassword | null} */ password) => work(zip, { destination, password });
    const statuses = (/** @type {Awaited<ReturnType<typeof run>>} */ { result, manifest }) => [
      result,
      manifest?.status,
      ...Array.from(manifest?.entries ?? [], ({ status, error }) => error?.code ?? status),
    ];
    const [lacked] = statuses(await run(lacking)).slice(3);
    assert.match(String(lacked), /^archive\/(encrypted|wrong-password)$/);
    destination.acts.length = 0;
    // Without a password, there is nothing to do.
    assert.equal((await run(null)).result, 'already-done');
    assert.deepEqual(
      destination.acts.filter(act => /create|hold|commit/.test(act)),
      [],
    );
    assert.deepEqual(statuses(await run(changed('wrong', null).password)), [
      'processed',
      'partial',
      'written',
      ...Array(2).fill('archive/wrong-password'),
      'archive/crc-mismatch',
    ]);
    assert.deepEqual([...destination.files.keys()].sort(), ['x/_manifest.json', 'x/c.txt']);
    destination.acts.length = 0;
    assert.deepEqual(statuses(await run(changed(PASSWORD, null).password)), [
      'processed',
      'partial',
      ...Array(3).fill('written'),
      'archive/crc-mismatch',
    ]);
    assert.equal(String(destination.files.get('x/a.txt')), ENTRY.content);
    assert.deepEqual(
      destination.acts.filter(act => act.includes('c.txt')),
      [],
      'what was written is not written again',
    );
    assert.equal((await run(changed(PASSWORD, null).password)).result, 'already-done');
  }
});
/** Fails for another reason. */
const BAD = { name: 'z.txt', content: 'z', crc32: 1 };
