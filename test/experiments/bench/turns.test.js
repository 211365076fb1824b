import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeTurns } from '../../../experiments/bench/turns.js';

/** @import { TurnNote } from '../../../experiments/bench/turns.js' */

test('after the first turn it is known how long the others will take', async () => {
  /** @type {TurnNote[]} */
  const notes = [];
  const players = [
    { name: 'quick', ms: 10 },
    { name: 'slow', ms: 40 },
  ];
  await takeTurns(players, { runs: 2, onTurn: note => notes.push(note) }, ({ ms }) => sleep(ms));
  assert.deepEqual(
    notes.map(({ name, turn }) => `${turn} ${name}`),
    ['0 quick', '0 slow', '1 quick', '1 slow', '2 quick', '2 slow'],
  );
  const left = notes.map(({ secondsLeft }) => secondsLeft);
  assert.deepEqual(left.slice(0, 2), [null, null]);
  const known = left.slice(2).map(Number);
  // It may take longer than it sleeps, and never less (but for a timer's millisecond).
  assert.ok(
    [0.095, 0.085, 0.045, 0.038].every((seconds, index) => known[index] >= seconds),
    `${known}`,
  );
});

test('who leaves takes no more turns, and is not waited for', async () => {
  const players = ['stays', 'leaves'].map(name => ({ name, turns: 0 }));
  const takesPart = (/** @type {typeof players[number]} */ { name, turns }) => name === 'stays' || turns < 2;
  await takeTurns(players, { runs: 4, takesPart, onTurn: () => {} }, async player => {
    player.turns += 1;
  });
  assert.deepEqual(
    players.map(({ turns }) => turns),
    [5, 2],
  );
});
