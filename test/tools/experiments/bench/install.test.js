import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listContestants } from '../../../../experiments/bench/contestants.js';
import { installCommands } from '../../../../experiments/bench/install.js';
import { listS3Contestants } from '../../../../experiments/bench/s3-contestants.js';

const TOOLS = ['igzip', 'unzip', 'mawk', 'unzip', 'xsv', 'qsv', 'mlr', 'stream-unzip', 'duckdb', 'openssl'];

test('with apt, there is one command each for packages, Python modules and crates', async () => {
  assert.deepEqual(await installCommands(TOOLS, having('apt-get', 'brew')), [
    'sudo apt-get install isal unzip mawk miller openssl',
    'python3 -m venv data/python && data/python/bin/pip install stream-unzip duckdb && export PATH="$PWD/data/python/bin:$PATH"',
    'cargo install --locked xsv qsv --features all_features',
  ]);
});

test('with Homebrew, its packages are preferred', async () => {
  const [brew, ...others] = await installCommands(TOOLS, having('brew'));
  assert.equal(brew, 'brew install isa-l unzip mawk qsv miller duckdb openssl');
  assert.equal(others.length, 2);
});

test('without missing tools, there are no commands', async () => {
  assert.deepEqual(await installCommands([], having()), []);
});

test('each missing contestant names what it lacks', async t => {
  const path = process.env.PATH;
  t.after(() => {
    process.env.PATH = path;
  });
  process.env.PATH = '/nowhere';
  const ground = { archive: 'a.zip', entry: 'a', folder: '/nowhere', recipes: { all: '', drop: '', none: '' } };
  const everybody = [...(await listContestants(ground)), ...(await listS3Contestants())];
  for (const { name, missing, lacking = [] } of everybody) assert.equal(lacking.length > 0, missing !== null, name);
  const lacking = new Set(everybody.flatMap(({ lacking = [] }) => lacking));
  assert.deepEqual([...lacking].sort(), [...new Set(TOOLS)].sort());
});

/** @param {string[]} names */
function having(...names) {
  return async (/** @type {string} */ name) => (names.includes(name) ? `/usr/bin/${name}` : null);
}
