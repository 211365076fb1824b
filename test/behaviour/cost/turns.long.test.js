import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { WorkCounter } from '../../fuzz/work-counter.js';
import { EVENT_DIMENSIONS } from './events.js';
import { HEADER_DIMENSIONS } from './headers.js';
import { prepare } from './measure.js';
import { NAME_DIMENSIONS } from './names.js';
import { RECIPE_DIMENSIONS } from './recipes.js';
import { RECORD_DIMENSIONS } from './records.js';
import { STORED_DIMENSIONS } from './stored.js';

/** @import { Act } from './measure.js' */

const counter = new WorkCounter();
// Only code that is imported afterwards is counted.
const { perform } = await import('./perform.js');

const KINDS = ['run', 'compile', 'event'];
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
  'a manifest of entries',
  'a manifest of outdated paths of many parts',
  'a manifest with a long message',
  'a checkpoint with the beginning of a record',
  'a checkpoint with a header of very many names',
];
const DIMENSIONS = [
  ...[...NAME_DIMENSIONS, ...HEADER_DIMENSIONS, ...RECORD_DIMENSIONS],
  ...[...RECIPE_DIMENSIONS, ...EVENT_DIMENSIONS, ...STORED_DIMENSIONS],
].filter(({ title, kind }) => TITLES.includes(title) && KINDS.includes(kind));

/** @type {{ title: string, growth: number, small: Work, large: Work }[]} */
const found = [];
before(
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-turns-'));
    assert.equal(DIMENSIONS.length, TITLES.length);
    for (const [index, dimension] of DIMENSIONS.entries()) {
      const { title, size } = dimension;
      const [small, large] = await Promise.all(
        [size, 10 * size].map(each => prepare(dimension, each, join(folder, `${index}-${each}`))),
      );
      const growth = large.total / small.total;
      // The larger one first: it loads what the other one uses too.
      const work = await workOf(large.act);
      found.push({ title, growth, large: work, small: await workOf(small.act) });
    }
    await rm(folder, { recursive: true });
  },
  { timeout: 300_000 },
);

test('the event loop gets a turn after at most so much work, whatever there is to do', () => {
  for (const { title, large } of found) {
    const { most } = large;
    assert.ok(most > 0 && most <= MOST_BLOCKS, `${title}: ${most} blocks in one turn`);
  }
});

test('ten times as much takes at most as much more work as its bytes', () => {
  for (const { title, growth, small, large } of found) {
    const most = FREE_BLOCKS + SLACK * growth * small.all;
    assert.ok(
      large.all <= most,
      `${title}: ${large.all} blocks rather than ${small.all}, for ${growth} times the bytes`,
    );
  }
});

/**
 * In blocks of code that are run. `most`: between two turns of the event loop.
 *
 * @typedef {{ most: number, all: number }} Work
 */

/**
 * Time decides only how often the blocks are counted, as that takes long: what is short is counted with what follows it.
 *
 * @param {Act} act
 * @returns {Promise<Work>}
 */
async function workOf(act) {
  const work = { most: 0, all: 0 };
  const note = () => {
    const blocks = counter.take();
    work.most = Math.max(work.most, blocks);
    work.all += blocks;
  };
  let since = threadMs();
  const look = () => {
    if (threadMs() - since > MS_BETWEEN_COUNTS) {
      note();
      since = threadMs();
    }
    looking = setImmediate(look);
  };
  counter.take();
  let looking = setImmediate(look);
  await perform(act).catch(() => {});
  clearImmediate(looking);
  note();
  return work;
}

function threadMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const MS_BETWEEN_COUNTS = 10;
/** Without counting, so many take some 100 ms. */
const MOST_BLOCKS = 15e6;
const FREE_BLOCKS = 1e6;
/** A sort, or a search in a tree, takes a little more than ten times as much. */
const SLACK = 2;
