import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoppedError } from '../../src/errors.js';
import { throwIfLate } from '../../src/job/throw-if-late.js';
import { memoryDestination } from '../support/memory-destination.js';
import { writeZip } from '../support/zip-writer.js';
import { memoryStore, work } from './fixture.js';

/** @type {[title: string, remainingMs: number | null, claimMs: number, isLate: boolean][]} */
const TURNS = [
  ['a job of a single turn is never late', null, 600_000, false],
  ['a turn that may be paused at any moment is not late', 0, 600_000, false],
  ['a turn is not late before the claim is written', 1, 0, false],
  ['a turn is not late where a manifest is written within seconds', 1, 3_000, false],
  ['a turn is late if its manifest would not be written in time', 84_999, 60_000, true],
  ['a turn is not late as long as it would', 85_000, 60_000, false],
];
for (const [title, remainingMs, claimMs, isLate] of TURNS) {
  test(title, () => {
    const turn = remainingMs === null ? undefined : turnOf(remainingMs);
    const act = () => throwIfLate(turn, claimMs);
    if (isLate) assert.throws(act, StoppedError);
    else act();
  });
}

test('a turn with a long manifest ends while there is time to write it, and the next one does the rest', async t => {
  const names = Array.from({ length: 400 }, (_, index) => `${index}`);
  const zip = writeZip(names.map(name => ({ name, content: name })));
  const destination = memoryDestination();
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const { create } = destination;
  destination.create = async (path, options) => {
    const output = await create(path, options);
    const { commit } = output;
    output.commit = async () => {
      now += 60_000;
      return commit();
    };
    return output;
  };

  const store = memoryStore();
  const late = work(zip, { destination, turn: { ...turnOf(84_999), store } });
  await assert.rejects(late, error => error instanceof StoppedError && error.isSoon);
  const { status, totals } = JSON.parse(String(destination.files.get('x/_manifest.json')));
  assert.equal(status, 'unfinished');
  assert.ok(totals.written > 0 && totals.written < names.length, `${totals.written} written`);

  const { manifest } = await work(zip, { destination, turn: { ...turnOf(85_000), store } });
  assert.deepEqual([manifest?.status, manifest?.turns], ['complete', 2]);
  const published = destination.acts.filter(act => act.startsWith('commit x/') && !act.endsWith('_manifest.json'));
  assert.deepEqual(published.sort(), names.map(name => `commit x/${name}`).sort());
});

/** @param {number} remainingMs */
function turnOf(remainingMs) {
  return { pause: new AbortController().signal, remainingMs: () => remainingMs, store: memoryStore() };
}
