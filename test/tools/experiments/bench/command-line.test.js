import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commandLine } from '../../../../experiments/bench/command-line.js';
import fc, { caseCount } from '../../../support/fast-check.js';

const SEED = 1337;
const nowhere = { archive: '/nowhere/people.zip', folder: '/nowhere/scratch' };

test('a command line omits this machine’s paths', () => {
  const program = fileURLToPath(new URL('../../../../src/cli.js', import.meta.url));
  const args = [program, 'run', nowhere.archive, '--to', `${nowhere.folder}/turn`];
  assert.equal(
    commandLine({ command: process.execPath, args }, nowhere),
    'node src/cli.js run ARCHIVE --to SCRATCH/turn',
  );
});

test('a shell splits a command line into the same words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '|', '$', '\\', '\n', '-') });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 4 }), words => {
      const line = commandLine({ command: 'printf', args: ['%s\\0', 'first', ...words] }, nowhere);
      assert.deepEqual(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0'), ['first', ...words, '']);
    }),
    { seed: SEED, numRuns: caseCount(30) },
  );
});
