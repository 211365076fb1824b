import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommandLine } from '../../src/cli/read-command-line.js';
import { UsageError } from '../../src/errors.js';

const DEFAULTS = { checkpoint: undefined, budget: undefined, json: false, quiet: false, force: false };

test('run names an archive and a destination', () => {
  assert.deepEqual(readCommandLine(['run', 'x.zip', '--to', 'out']), {
    ...DEFAULTS,
    job: { archive: 'x.zip', to: 'out', recipe: undefined },
  });
  const options = ['--recipe', 'r.json', '--checkpoint', 'cp', '--budget', '1.5', '--json', '--quiet', '--force'];
  assert.deepEqual(readCommandLine(['run', 's3://b/x.zip', '--to=s3://c/out', ...options]), {
    job: { archive: 's3://b/x.zip', to: 's3://c/out', recipe: 'r.json' },
    checkpoint: 'cp',
    budget: 1.5,
    json: true,
    quiet: true,
    force: true,
  });
});

test('resume names a checkpoint', () => {
  assert.deepEqual(readCommandLine(['resume', 'cp']), { ...DEFAULTS, job: null, checkpoint: 'cp' });
  assert.deepEqual(readCommandLine(['resume', 'cp', '--budget', '0.05', '--json', '--quiet']), {
    ...DEFAULTS,
    ...{ job: null, checkpoint: 'cp', budget: 0.05, json: true, quiet: true },
  });
});

test('--help is null, whatever else is given', () => {
  for (const args of [['--help'], ['-h'], ['run', '-h'], ['nonsense', '--help']]) {
    assert.equal(readCommandLine(args), null);
  }
});

/** @type {[problem: RegExp, args: string[]][]} */
const WRONG = [
  [/^no command; try: sluice run ARCHIVE --to DESTINATION, or sluice resume FILE/, []],
  [/^unknown command "wa\\u\{1b\}lk"; /, ['wa\u001blk']],
  [/^Unknown option '--fast'; /, ['run', 'x', '--to', 'y', '--fast']],
  [/^no ARCHIVE; /, ['run', '--to', 'y']],
  [/^one ARCHIVE at a time; what is "z"\?; /, ['run', 'x', 'z', '--to', 'y']],
  [/^no destination: --to DESTINATION is missing; /, ['run', 'x']],
  [/^--checkpoint names no FILE; /, ['run', 'x', '--to', 'y', '--checkpoint', '']],
  [/^--budget SECONDS goes with --checkpoint FILE/, ['run', 'x', '--to', 'y', '--budget', '5']],
  [/^no FILE; /, ['resume']],
  [/^one FILE at a time; /, ['resume', 'a', 'b']],
  ...['0', '0.0', '-1', '1e3', '1000000', '1.2345', 'x', ''].map(
    budget =>
      /** @type {[RegExp, string[]]} */ ([
        new RegExp(`^--budget is a number of seconds below 1,000,000, not "${budget}"; |^Option '--budget'`),
        ['resume', 'a', '--budget', budget],
      ]),
  ),
  ...['--to=y', '--recipe=y', '--checkpoint=y', '--force'].map(
    option =>
      /** @type {[RegExp, string[]]} */ ([
        new RegExp(`^${option.replace('=y', '')} is for sluice run; `),
        ['resume', 'a', option],
      ]),
  ),
];
for (const [problem, args] of WRONG) {
  test(`usage/command-line: sluice ${args.map(arg => JSON.stringify(arg)).join(' ')}`, () => {
    assert.throws(
      () => readCommandLine(args),
      error => {
        assert.ok(error instanceof UsageError);
        assert.equal(error.code, 'usage/command-line');
        assert.match(error.message, problem);
        return true;
      },
    );
  });
}
