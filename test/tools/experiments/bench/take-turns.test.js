import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeTurns } from '../../../../experiments/bench/take-turns.js';

test('players take turns, and the first turn warms up', async () => {
  /** @type {string[]} */
  const turns = [];
  const players = [{ name: 'a' }, { name: 'b' }];
  await takeTurns(players, { runs: 2, onTurn: ({ turn, name }) => turns.push(`${turn}${name}`) }, async () => {});
  assert.deepEqual(turns, ['0a', '0b', '1a', '1b', '2a', '2b']);
});

test('a player that leaves takes no more turns', async () => {
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
