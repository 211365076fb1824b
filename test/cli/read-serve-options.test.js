import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommandLine } from '../../src/cli/read-command-line.js';
import { USAGE } from '../../src/cli/usage.js';
import { UsageError } from '../../src/errors.js';

const DEFAULT = {
  ...{ command: 'serve', database: undefined, schema: 'public', anonymousRole: null, host: '127.0.0.1', port: 3000 },
  ...{ jwtSecretFile: undefined, jwks: undefined, audience: null, poolSize: 10, maxStreams: 8 },
  ...{ statementTimeout: 30, stallTimeout: 30, maxStreamTime: 3600 },
};

test('everything that serve can be told has a default', () => {
  assert.deepEqual(readCommandLine(['serve']), DEFAULT);
});

test('sluice --help has the defaults', () => {
  for (const [option, value] of [
    ['schema NAME', 'public'],
    ['host HOST', '127.0.0.1'],
    ['port PORT', '3000'],
    ['pool-size CONNECTIONS', '10'],
    ['statement-timeout SECONDS', '30'],
    ['stall-timeout SECONDS', '30'],
    ['max-stream-time SECONDS', '3600'],
  ]) {
    assert.match(USAGE, new RegExp(`^  --${option} .*\\(${value}\\)`, 'm'));
  }
});

test('each option of serve is read', () => {
  const args = [
    ...['--database', 'postgres://db', '--schema', 'api', '--anonymous-role', 'web', '--host', '::', '--port', '0'],
    ...['--jwt-secret-file', 'secret', '--audience', 'rows', '--pool-size', '4', '--max-streams', '3'],
    ...['--statement-timeout', '0.5', '--stall-timeout', '5', '--max-stream-time', '60'],
  ];
  assert.deepEqual(readCommandLine(['serve', ...args]), {
    ...{ command: 'serve', database: 'postgres://db', schema: 'api', anonymousRole: 'web', host: '::', port: 0 },
    ...{ jwtSecretFile: 'secret', jwks: undefined, audience: 'rows', poolSize: 4, maxStreams: 3 },
    ...{ statementTimeout: 0.5, stallTimeout: 5, maxStreamTime: 60 },
  });
});

test('a small pool leaves a connection for short answers', () => {
  for (const [size, streams] of [
    [2, 1],
    [3, 2],
    [5, 4],
    [1000, 800],
  ]) {
    assert.deepEqual(readCommandLine(['serve', '--pool-size', String(size)]), {
      ...DEFAULT,
      poolSize: size,
      maxStreams: streams,
    });
  }
});

test('public keys come by https, or from this machine', () => {
  for (const jwks of ['https://issuer/keys', 'http://localhost:1/k', 'http://127.0.0.1/k', 'http://[::1]:5/k']) {
    assert.deepEqual(readCommandLine(['serve', '--jwks', jwks]), { ...DEFAULT, jwks });
  }
  for (const jwks of [
    'http://issuer/keys',
    'keys.json',
    'file:///keys',
    'https://a:secret@issuer/keys',
    'http://localhost.x/k',
  ]) {
    assertWrong(['--jwks', jwks], /^--jwks is an address like https:[^"]*; try: /);
  }
});

/** @type {[args: string[], problem: RegExp][]} */
const WRONG = [
  [['x'], /^what is "x"\?; try: sluice serve --database URL --anonymous-role NAME \(or sluice --help\)$/],
  [['--to', 'out'], /^--to is for sluice run, not for sluice serve; /],
  [['--schema', ''], /^--schema has no value; /],
  [
    ['--jwt-secret-file', 'x', '--jwks', 'https://issuer'],
    /^tokens are checked by --jwt-secret-file or by --jwks; leave one/,
  ],
  ...['-1', '65536', '80.5', 'http', '0x50', '080808'].map(
    port =>
      /** @type {[string[], RegExp]} */ ([[`--port=${port}`], /^--port is a whole number from 0 to 65535, not "/]),
  ),
  ...['0', '1', '1001', 'x'].map(
    size =>
      /** @type {[string[], RegExp]} */ ([
        [`--pool-size=${size}`],
        /^--pool-size is a whole number from 2 to 1000, not "/,
      ]),
  ),
  [['--max-streams', '10'], /^--max-streams is a whole number from 1 to 9, not "10"/],
  [['--max-streams', '4', '--pool-size', '4'], /^--max-streams is a whole number from 1 to 3, not "4"/],
  ...['statement-timeout', 'stall-timeout', 'max-stream-time'].flatMap(name =>
    ['0', '-1', '1e3', '86401', '1.2345', ''].map(
      value =>
        /** @type {[string[], RegExp]} */ ([
          [`--${name}=${value}`],
          new RegExp(`^--${name} (?:is a number of seconds up to 86400, not "|has no value)`),
        ]),
    ),
  ),
];
for (const [args, problem] of WRONG) {
  test(`usage/command-line: sluice serve ${args.map(arg => JSON.stringify(arg)).join(' ')}`, () =>
    assertWrong(args, problem));
}

/** @param {string[]} args @param {RegExp} problem */
function assertWrong(args, problem) {
  assert.throws(
    () => readCommandLine(['serve', ...args]),
    error => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.code, 'usage/command-line');
      assert.match(error.message, problem);
      assert.doesNotMatch(error.message, /secret@/);
      return true;
    },
  );
}
