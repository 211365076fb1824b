import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WorkCounter } from '../../fuzz/work-counter.js';
import { EVENT_DIMENSIONS } from './events.js';
import { HEADER_DIMENSIONS } from './headers.js';
import { prepare } from './measure.js';
import { NAME_DIMENSIONS } from './names.js';
import { RECIPE_DIMENSIONS } from './recipes.js';
import { RECORD_DIMENSIONS } from './records.js';

/** @import { Act } from './measure.js' */

const counter = new WorkCounter();
// Only code that is imported afterwards is counted.
const { perform } = await import('./perform.js');

/** One of each kind of what comes from outside. */
const TITLES = [
  'names of 1,000 bytes',
  'names with a part for each second byte',
  'comments of 1,900 bytes',
  'extra fields of many empty blocks',
  'a header of very many names',
  'an opening of very many CRs',
  'an opening of very many quotes',
  'records that conditions filter out',
  'bad records of one quote',
  'a value of nested quotes',
  'an opening of "\\"\\n"',
  'conditions, wide',
  'globs of **',
  'keys of 1,024 characters, each of which is encoded',
];
const DIMENSIONS = [
  ...[...NAME_DIMENSIONS, ...HEADER_DIMENSIONS, ...RECORD_DIMENSIONS],
  ...[...RECIPE_DIMENSIONS, ...EVENT_DIMENSIONS],
].filter(({ title, kind }) => TITLES.includes(title) && ['run', 'compile', 'event'].includes(kind));

test('the event loop gets a turn after at most so much work, whatever there is to do', {
  timeout: 300_000,
}, async t => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-turns-'));
  t.after(() => rm(folder, { recursive: true }));
  assert.equal(DIMENSIONS.length, TITLES.length);
  for (const [index, dimension] of DIMENSIONS.entries()) {
    const { act } = await prepare(dimension, 10 * dimension.size, join(folder, String(index)));
    const most = await mostInOneTurn(act);
    assert.ok(most > 0 && most <= MOST_BLOCKS, `${dimension.title}: ${most} blocks in one turn`);
  }
});

/**
 * Time decides only how often the blocks are counted, as that takes long: what is short is counted with what follows it.
 *
 * @param {Act} act
 * @returns {Promise<number>} How many blocks of code are run between two turns of the event loop, at most.
 */
async function mostInOneTurn(act) {
  let most = 0;
  let since = threadMs();
  const look = () => {
    if (threadMs() - since > MS_BETWEEN_COUNTS) {
      most = Math.max(most, counter.take());
      since = threadMs();
    }
    looking = setImmediate(look);
  };
  counter.take();
  let looking = setImmediate(look);
  await perform(act).catch(() => {});
  clearImmediate(looking);
  return Math.max(most, counter.take());
}

function threadMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const MS_BETWEEN_COUNTS = 10;
/** Without counting, so many take some 100 ms. */
const MOST_BLOCKS = 15e6;
