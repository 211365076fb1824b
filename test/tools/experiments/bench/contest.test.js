import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { holdContest } from '../../../../experiments/bench/contest.js';
import { listContestants } from '../../../../experiments/bench/contestants.js';
import { inShell } from '../../../../experiments/bench/other-tools.js';
import { startS3Contestants } from '../../../../experiments/bench/s3-contestants.js';
import { measure } from '../../../../experiments/measure/measure.js';
import { drawsAll } from '../../../support/cases.js';
import { makeGround } from './bench-ground.js';

/** @import { Contestant, Ground } from '../../../../experiments/bench/contestants.js' */

const { signal } = new AbortController();

describe('the contest', { timeout: 300_000 }, () => {
  /** @type {Awaited<ReturnType<typeof makeGround>>} */
  let made;
  before(async () => {
    made = await makeGround();
  });
  after(() => made.close());

  it('verifies and measures each installed contestant', async () => {
    const { ground } = made;
    const s3 = await startS3Contestants(ground, signal);
    try {
      // Those that are always there, `npm run bench` has in its own test.
      const always = ['sluice', 'zlib', 's3'];
      const contestants = [...(await listContestants(ground)), ...s3.contestants].filter(
        ({ id }) => drawsAll || !always.includes(id),
      );
      const standings = await hold(contestants, ground, 1);
      for (const { id, outcome, reason, turns, command, version } of standings) {
        const { missing } = /** @type {Contestant} */ (contestants.find(contestant => contestant.id === id));
        assert.deepEqual([id, outcome, reason], [id, missing === null ? 'timed' : 'skipped', missing]);
        if (missing !== null) continue;
        assert.equal(turns.length, 1);
        assert.ok(turns[0].wallSeconds > 0 && turns[0].cpuSeconds >= 0 && turns[0].peakRssBytes >= 0);
        assert.ok(command !== null && !command.includes(ground.folder) && version !== null, id);
      }
      assert.equal(standings.length, contestants.length);
    } finally {
      await s3.close();
    }
  });

  it('excludes a contestant that writes other bytes, and reports the first difference', async () => {
    const lines = (await readFile(made.csvPath, 'latin1')).split('\n');
    const byte = lines.slice(0, 299).join('\n').length + 1;
    const wrong = copying(made, "sed '300s/^./#/'");
    const [standing, other] = await hold([wrong, copying(made, 'cat')], made.ground, 2);
    assert.deepEqual([standing.outcome, standing.turns, wrong.runs.length], ['differs', [], 1]);
    const found = `people.csv differs from byte ${byte} on, in line 300: "${lines[299].slice(0, 24)}", not "#`;
    assert.equal(standing.reason?.slice(0, found.length), found);
    assert.deepEqual([other.outcome, other.turns.length], ['timed', 2]);
  });

  it('excludes a contestant that writes less or nothing, or fails', async () => {
    const programs = ['head -c 1000', 'true', 'sh -c "echo no such thing >&2; exit 3"'];
    const contestants = programs.map(program => copying(made, program));
    const standings = await hold([...contestants, { ...copying(made, ''), commandInto: doNothing }], made.ground, 1);
    assert.deepEqual(
      standings.map(({ outcome }) => outcome),
      ['differs', 'differs', 'failed', 'differs'],
    );
    assert.match(
      String(standings[0].reason),
      /^people\.csv differs from byte 1000 on, in line \d+: ".*", not its end$/,
    );
    assert.match(String(standings[2].reason), /exit code 3: no such thing$/);
    assert.equal(standings[3].reason, 'people.csv is not there');
  });

  it('excludes a contestant that writes other bytes after the warm-up', async () => {
    const fickle = copying(made, 'cat');
    const commandInto = (/** @type {string} */ output) =>
      fickle.runs.length < 4 ? fickle.commandInto(output) : inShell('echo late > "$1"', [output]);
    const [standing] = await hold([{ ...fickle, commandInto }], made.ground, 9);
    assert.deepEqual([standing.outcome, standing.turns], ['differs', []]);
    assert.match(String(standing.reason), /^in turn \d 5 bytes came out, not \d+$/);
  });

  it('lists a contestant that is not installed, and does not run it', async () => {
    const missing = { ...copying(made, 'cat'), missing: 'cat is not installed' };
    const [standing] = await hold([missing], made.ground, 2);
    assert.deepEqual([standing.outcome, standing.reason, missing.runs], ['skipped', 'cat is not installed', []]);
  });

  it('lets contestants take turns, and removes their outputs', async () => {
    const contestants = [copying(made, 'cat', 'a'), copying(made, 'cat', 'b')];
    /** @type {string[]} */
    const turns = [];
    await hold(contestants, made.ground, 2, ({ name, turn }) => turns.push(`${turn}${name}`));
    assert.deepEqual(turns, ['0a', '0b', '1a', '1b', '2a', '2b']);
    const left = await readdir(made.ground.folder);
    assert.deepEqual([left.includes('turn'), left.includes('references')], [false, false]);
  });

  it('ends immediately when it is stopped, and removes all outputs', async () => {
    const stop = new AbortController();
    const slow = { ...copying(made, 'cat'), commandInto: () => inShell('sleep 60', []) };
    const how = { measure, runs: 1, signal: stop.signal, onTurn: () => setTimeout(() => stop.abort(), 100) };
    await assert.rejects(holdContest([slow], made.ground, how), { name: 'AbortError' });
    assert.equal(existsSync(join(made.ground.folder, 'turn')), false);
  });
});

/**
 * A contestant that pipes the CSV through a program.
 *
 * @param {{ csvPath: string }} made
 * @param {string} program
 * @param {string} [name]
 * @returns {Contestant & { runs: string[] }}
 */
function copying({ csvPath }, program, name = program) {
  /** @type {string[]} */
  const runs = [];
  return {
    ...{ id: name, name, rules: 'none', missing: null, version: null, runs },
    prepare: async () => void runs.push(name),
    commandInto: output => inShell(`${program} < "$1" > "$2"`, [csvPath, output]),
  };
}

function doNothing() {
  return inShell('true', []);
}

/**
 * @param {Contestant[]} contestants
 * @param {Ground} ground
 * @param {number} runs
 * @param {(what: { name: string, turn: number }) => void} [onTurn]
 */
function hold(contestants, ground, runs, onTurn = () => {}) {
  return holdContest(contestants, ground, { measure, runs, signal, onTurn });
}
