import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { ByteRoom } from '../../src/job/byte-room.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import { LIMITS } from '../archive/read-archive.js';
import { macZip } from '../support/mac-zip.js';

const MIB = 1024 ** 2;
const GIB_4 = 2 ** 32;
/** The first and the last one may inflate to more than 10,000,000 and 9,000,000 bytes. */
const { entries } = await openArchive(
  macZip([
    { name: 'a', data: { bytes: 8 * MIB }, size: GIB_4 + 10_000_000, crc32: 1 },
    { name: 'b', content: 'bb' },
    { name: 'c', data: { bytes: 8 * MIB }, size: 9_000_000, crc32: 1 },
  ]),
  LIMITS,
);
const [A, B, C] = entries;
const LEAST = A.bytes + B.bytes + C.bytes;

/**
 * @param {Partial<typeof LIMITS>} limits
 * @param {number} [bytesBefore] What an earlier turn has inflated the first entry to.
 */
function roomOf(limits, bytesBefore) {
  const outcomes = new Outcomes({ output: String, rejected: String, reasons: String }, entries.names);
  for (const [index, entry] of entries.entries()) {
    const outcome = pendingOutcome(entry, 'copy');
    const isDone = index === 0 && bytesBefore !== undefined;
    outcomes.push(isDone ? { ...outcome, status: 'written', bytesIn: bytesBefore } : outcome);
  }
  return new ByteRoom(entries, outcomes, { ...LIMITS, ...limits });
}

test('an entry of known size has no other limit than that', () => {
  assert.deepEqual(roomOf({}).limit(B), B);
});

test('limit/ratio: an entry of unknown size may inflate to the ratio', () => {
  const { most } = roomOf({ maxRatio: 600, maxTotalBytes: 2 ** 40 }).limit(A);
  assert.equal(most?.bytes, 600 * 8 * MIB);
  assert.equal(most?.refuse().code, 'limit/ratio');
  // Up to 16 MiB any ratio will do.
  assert.equal(roomOf({ maxRatio: 1 }).limit(A).most?.bytes, 16 * MIB);
});

test('limit/bytes: an entry of unknown size may inflate to what the others leave', () => {
  const { most } = roomOf({ maxRatio: 1_000_000, maxTotalBytes: 3 * GIB_4 }).limit(A);
  assert.equal(most?.bytes, 3 * GIB_4 - LEAST + A.bytes);
  assert.equal(most?.refuse().code, 'limit/bytes');
});

test('what one entry takes, in this turn or an earlier one, is not left to the next', () => {
  const limits = { maxRatio: 1_000_000, maxTotalBytes: 3 * GIB_4 };
  const left = 3 * GIB_4 - LEAST - GIB_4 + C.bytes;
  const room = roomOf(limits);
  room.note(A, A.bytes + GIB_4);
  assert.equal(room.limit(C).most?.bytes, left);
  // Its own bytes are left to it, if it starts again.
  assert.equal(room.limit(A).most?.bytes, roomOf(limits).limit(A).most?.bytes);
  // A second attempt counts once.
  room.note(A, A.bytes + GIB_4);
  assert.equal(room.limit(C).most?.bytes, left);
  assert.equal(roomOf(limits, A.bytes + GIB_4).limit(C).most?.bytes, left);
  // What one fails to take is not left to others: it may start again.
  const untouched = roomOf(limits);
  untouched.note(A, 5);
  assert.equal(untouched.limit(C).most?.bytes, left + GIB_4);
});

test('what is refused takes nothing', async () => {
  const archive = await openArchive(
    macZip([
      { name: '../a', data: { bytes: 8 * MIB }, size: 10_000_000, crc32: 1 },
      { name: 'c', data: { bytes: 8 * MIB }, size: 9_000_000, crc32: 1 },
    ]),
    LIMITS,
  );
  const outcomes = new Outcomes({ output: String, rejected: String, reasons: String }, archive.entries.names);
  for (const entry of archive.entries) outcomes.push(pendingOutcome(entry, 'copy'));
  const room = new ByteRoom(archive.entries, outcomes, { ...LIMITS, maxRatio: 1_000_000, maxTotalBytes: GIB_4 });
  assert.equal(room.limit(archive.entries.get(1)).most?.bytes, GIB_4);
});
