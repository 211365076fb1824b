import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommandLine } from '../../src/cli/read-command-line.js';
import { UsageError } from '../../src/errors.js';

const NONE = {
  checkpoint: undefined,
  budget: undefined,
  passwordFile: undefined,
  database: undefined,
  hashKeyFile: undefined,
  json: false,
  quiet: false,
};

test('run names an archive and a destination', () => {
  assert.deepEqual(readCommandLine(['run', 'x.zip', '--to', 'out']), {
    ...NONE,
    ...{ command: 'run', archive: 'x.zip', to: 'out', recipe: undefined, force: false, dryRun: false },
  });
  const options = ['--recipe', 'r.json', '--checkpoint', 'cp', '--budget', '1.5', '--json', '--quiet', '--force'];
  const more = ['--hash-key-file', 'key', '--password-file', 'pw', '--database', 'postgres://db'];
  assert.deepEqual(readCommandLine(['run', 's3://b/x.zip', '--to=s3://c/out', ...options, ...more]), {
    command: 'run',
    ...{ archive: 's3://b/x.zip', to: 's3://c/out', recipe: 'r.json', hashKeyFile: 'key', passwordFile: 'pw' },
    ...{
      database: 'postgres://db',
      checkpoint: 'cp',
      budget: 1.5,
      json: true,
      quiet: true,
      force: true,
      dryRun: false,
    },
  });
  const line = readCommandLine(['run', 'x.zip', '--to', 'out', '--dry-run']);
  assert.ok(line.command === 'run' && line.dryRun);
});

test('resume names a checkpoint', () => {
  assert.deepEqual(readCommandLine(['resume', 'cp']), { ...NONE, command: 'resume', checkpoint: 'cp' });
  const options = ['--budget', '0.05', '--json', '--quiet', '--hash-key-file', 'key', '--password-file', 'pw'];
  assert.deepEqual(readCommandLine(['resume', 'cp', ...options, '--database', 'postgres://db']), {
    command: 'resume',
    ...{
      database: 'postgres://db',
      checkpoint: 'cp',
      budget: 0.05,
      hashKeyFile: 'key',
      passwordFile: 'pw',
      json: true,
      quiet: true,
    },
  });
});

test('inspect names an archive, check a recipe', () => {
  assert.deepEqual(readCommandLine(['inspect', 'x.zip']), {
    command: 'inspect',
    ...{ archive: 'x.zip', recipe: undefined, writeRecipe: undefined, passwordFile: undefined, json: false },
  });
  assert.deepEqual(
    readCommandLine([
      'inspect',
      's3://b/x.zip',
      '--recipe',
      'r.json',
      '--write-recipe',
      'w.json',
      '--password-file',
      'p',
      '--json',
    ]),
    {
      command: 'inspect',
      archive: 's3://b/x.zip',
      recipe: 'r.json',
      writeRecipe: 'w.json',
      passwordFile: 'p',
      json: true,
    },
  );
  assert.deepEqual(readCommandLine(['check', 'r.json']), { command: 'check', recipe: 'r.json' });
});

test('--help and --version need no command', () => {
  for (const args of [['--help'], ['-h'], ['run', '-h'], ['nonsense', '--help'], ['--version', '--help']]) {
    assert.deepEqual(readCommandLine(args), { command: 'help' });
  }
  for (const args of [['--version'], ['run', '--version']]) {
    assert.deepEqual(readCommandLine(args), { command: 'version' });
  }
});

/** @type {[problem: RegExp, args: string[]][]} */
const WRONG = [
  [/^no command; try: sluice run ARCHIVE --to DESTINATION \(or sluice --help\)$/, []],
  [/^unknown command "wa\\u\{1b\}lk"; /, ['wa\u001blk']],
  [/^unknown command "chek"; did you mean "check"\?; try: sluice check RECIPE \(or sluice --help\)$/, ['chek']],
  [/try: sluice inspect ARCHIVE /, ['inspect', 'x', '--recipe']],
  [/^Unknown option '--fast'; /, ['run', 'x', '--to', 'y', '--fast']],
  [/^no ARCHIVE; /, ['run', '--to', 'y']],
  [/^one ARCHIVE at a time; what is "z"\?; /, ['run', 'x', 'z', '--to', 'y']],
  [/^no destination: --to DESTINATION is missing; /, ['run', 'x']],
  [/^--to has no value; /, ['run', 'x', '--to', '']],
  [/^--checkpoint has no value; /, ['run', 'x', '--to', 'y', '--checkpoint', '']],
  [/^--hash-key-file has no value; /, ['run', 'x', '--to', 'y', '--hash-key-file=']],
  [/^--budget SECONDS goes with --checkpoint FILE/, ['run', 'x', '--to', 'y', '--budget', '5']],
  [
    /^--dry-run writes nothing, so there is no --checkpoint/,
    ['run', 'x', '--to', 'y', '--dry-run', '--checkpoint', 'c'],
  ],
  [/^no FILE; try: sluice resume FILE /, ['resume']],
  [/^one FILE at a time; /, ['resume', 'a', 'b']],
  [/^no ARCHIVE; try: sluice inspect ARCHIVE /, ['inspect']],
  [/^--to is for sluice run, not for sluice inspect; try: /, ['inspect', 'x', '--to', 'y']],
  [/^--quiet is for sluice run and sluice resume, not for sluice inspect; /, ['inspect', 'x', '--quiet']],
  [/^--write-recipe is for sluice inspect, not for sluice run; /, ['run', 'x', '--to', 'y', '--write-recipe', 'z']],
  [/^no RECIPE; try: sluice check RECIPE /, ['check']],
  [/^--recipe is for sluice run and sluice inspect, not for sluice check; /, ['check', '--recipe', 'x', 'y']],
  [/^--budget has no value; /, ['resume', 'a', '--budget', '']],
  ...['0', '0.0', '-1', '1e3', '1000000', '1.2345', 'x'].map(
    budget =>
      /** @type {[RegExp, string[]]} */ ([
        new RegExp(`^--budget is a number of seconds below 1,000,000, not "${budget}"; |^Option '--budget'`),
        ['resume', 'a', '--budget', budget],
      ]),
  ),
  ...['--to=y', '--recipe=y', '--checkpoint=y', '--force', '--dry-run'].map(
    option =>
      /** @type {[RegExp, string[]]} */ ([
        new RegExp(
          `^${option.replace('=y', '')} is for sluice run.*, not for sluice resume; the checkpoint has the rest; `,
        ),
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
