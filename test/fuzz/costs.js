import { AssertionError } from 'node:assert/strict';
import { randomOf } from '../support/random.js';
import { WorkCounter } from './work-counter.js';

/** @import { Random } from '../support/random.js' */
/** @import { Target } from './cost-targets.js' */

export const name = 'costs';

const counter = new WorkCounter();
// Blocks are counted only in code that is compiled after the counter has begun.
const { TARGETS } = await import('./cost-targets.js');

/**
 * Searches for the input that costs one reader the most, by climbing from a random one: as long as a change makes it dearer, it is
 * kept. Cases take turns with the readers; every third climbs on memory, the others on work.
 *
 * @param {number} seed 32 bits. It decides everything but what is measured: memory, and hashes of names, differ a little.
 * @param {number} [steps] How many changes are tried.
 * @returns {Promise<{ category: string, outcome: string, worst: Worst }>}
 * @throws {AssertionError} Ten times as much of the worst input costs far more than ten times as much. It has the input.
 */
export function tryCase(seed, steps) {
  const isForMemory = Math.floor(seed / TARGETS.length) % 3 === 2 && globalThis.gc !== undefined;
  return tryTarget(TARGETS[seed % TARGETS.length], isForMemory ? memoryOf : workOf, seed, steps);
}

/**
 * @param {Target} target
 * @param {Weigh} weigh
 * @param {number} seed
 * @param {number} [steps]
 */
export async function tryTarget(target, weigh, seed, steps = 40) {
  const what = `${target.name}, ${weigh === workOf ? 'work' : 'memory'}`;
  const { pieces, cost } = await climb(target, weigh, randomOf(seed), steps);
  const input = textOf(pieces, SHORT);
  const plain = await weigh(target, textOf([target.plain], SHORT));
  const growth = (await weigh(target, textOf(pieces, LONG))) / Math.max(cost, LEAST.get(weigh) ?? 0);
  const ratio = cost / Math.max(plain, LEAST.get(weigh) ?? 0);
  const worst = { what, input, ratio, growth, unit: weigh === workOf ? 'blocks' : 'bytes', costPerByte: cost / SHORT };
  if (growth > MOST_GROWTH || ratio > MOST_RATIO) {
    const message =
      `${what}, seed ${seed}: ${JSON.stringify(pieces.join(''))}, repeated, costs ${ratio.toFixed(1)} times as much as ordinary ` +
      `input, and ${LONG / SHORT} times as much of it costs ${growth.toFixed(1)} times as much`;
    throw Object.assign(new AssertionError({ message }), { input: Buffer.from(textOf(pieces, LONG)) });
  }
  return { category: what, outcome: `right: up to ${step(ratio)} times the cost of ordinary input`, worst };
}

/**
 * The dearest input that was found. `ratio`: to ordinary input of the same length; `growth`: when it is ten times as long.
 *
 * @typedef {{ what: string, input: string, ratio: number, growth: number, unit: string, costPerByte: number }} Worst
 *
 * @typedef {(target: Target, text: string) => Promise<number>} Weigh
 */

/**
 * @param {Target} target
 * @param {Weigh} weigh
 * @param {Random} random
 * @param {number} steps
 */
async function climb(target, weigh, random, steps) {
  let pieces = Array.from({ length: 1 + random.below(6) }, () => random.pick(target.alphabet));
  // Once before, because first calls load and compile.
  await weigh(target, textOf(pieces, SHORT));
  let cost = await weigh(target, textOf(pieces, SHORT));
  for (let step = 0; step < steps; step++) {
    const changed = change(pieces, target.alphabet, random);
    const other = await weigh(target, textOf(changed, SHORT));
    if (other >= cost) [pieces, cost] = [changed, other];
  }
  return { pieces, cost };
}

/**
 * @param {string[]} pieces
 * @param {string[]} alphabet
 * @param {Random} random
 */
function change(pieces, alphabet, random) {
  const changed = [...pieces];
  const at = random.below(pieces.length);
  const piece = random.pick(alphabet);
  const how = random.below(4);
  if (how === 0 && pieces.length > 1) changed.splice(at, 1);
  else if (how === 1 && pieces.length < MOST_PIECES) changed.splice(at, 0, piece);
  else if (how === 2 && pieces.length < MOST_PIECES / 2) changed.push(...pieces);
  else changed[at] = piece;
  return changed;
}

/**
 * @param {string[]} pieces
 * @param {number} length
 */
function textOf(pieces, length) {
  const text = pieces.join('');
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

/** @type {Weigh} How many blocks of code are run. */
export function workOf(target, text) {
  return counter.count(() => target.read(text));
}

/** @type {Weigh} How many bytes are kept. */
async function memoryOf(target, text) {
  globalThis.gc?.();
  const before = held();
  let kept = null;
  try {
    kept = await target.read(text);
  } catch (error) {
    kept = error;
  }
  globalThis.gc?.();
  const bytes = held() - before;
  // It must not be collected before.
  return kept === before ? 0 : Math.max(0, Math.round(bytes / 1024) * 1024);
}

function held() {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** @param {number} ratio @returns {number} The next power of two. */
function step(ratio) {
  return 2 ** Math.max(0, Math.ceil(Math.log2(ratio)));
}

/** In UTF-16 code units. */
const SHORT = 400;
const LONG = 4000;
const MOST_PIECES = 24;
/** A lookup in a tree, or a sort, takes a little more than ten times as much. */
const MOST_GROWTH = 30;
const MOST_RATIO = 200;
/** Below it, differences mean nothing. @type {Map<Weigh, number>} */
const LEAST = new Map([
  [workOf, 1000],
  [memoryOf, 65_536],
]);
