import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommandLine } from '../../src/cli/read-command-line.js';
import { USAGE } from '../../src/cli/usage.js';

const [SYNOPSIS, ...PARAGRAPHS] = USAGE.split('\n\n');
const EXIT_CODES = /** @type {string} */ (PARAGRAPHS.at(-1));
const COMMON = /** @type {string} */ (PARAGRAPHS.at(-2));
/** A paragraph for each command. */
const BLOCKS = PARAGRAPHS.slice(0, -2);
/** The command lines, each on one line. */
const LINES = SYNOPSIS.replace('Usage:', '')
  .replaceAll(/\n {10,}/g, ' ')
  .split('\n')
  .map(line => line.trim());
/** @type {Record<string, string>} */
const VALUES = {
  ARCHIVE: 'x.zip',
  DESTINATION: 'out',
  FILE: 'file',
  SECONDS: '60',
  RECIPE: 'r.json',
  URL: 'https://db',
  NAME: 'name',
  HOST: 'localhost',
  PORT: '0',
  CONNECTIONS: '5',
  COUNT: '2',
};

test('every command line that --help shows is accepted, with and without what stands in brackets', () => {
  assert.deepEqual(
    LINES.map(line => variantsOf(line).length),
    [512, 64, 16, 1, 6_144],
  );
  for (const variant of LINES.flatMap(variantsOf)) assert.ok(readCommandLine(argumentsOf(variant)), variant);
});

test('nothing that --help shows without brackets can be left out', () => {
  for (const line of LINES) {
    const args = argumentsOf(/** @type {string} */ (variantsOf(line).toSorted((a, b) => a.length - b.length)[0]));
    for (let length = 0; length < args.length; length++) {
      assert.throws(() => readCommandLine(args.slice(0, length)), { code: 'usage/command-line' });
    }
  }
});

test('an option that --help does not show for a command is refused there', () => {
  const options = optionsIn(SYNOPSIS);
  assert.ok(options.size > 8);
  for (const line of LINES) {
    const args = argumentsOf(/** @type {string} */ (variantsOf(line)[0]));
    for (const option of options) {
      if (optionsIn(line).has(option)) continue;
      const isFlag = !new RegExp(`${option} [A-Z]`).test(SYNOPSIS);
      const more = isFlag ? [option] : [option, '1'];
      assert.throws(() => readCommandLine([...args, ...more]), { code: 'usage/command-line' }, `${line} ${option}`);
    }
  }
});

test('each command has a paragraph that explains what it takes and every option of it', () => {
  assert.equal(BLOCKS.length, LINES.length);
  for (const [index, line] of LINES.entries()) {
    const [, name, subject] = line.split(' ');
    // One takes nothing but options.
    assert.match(BLOCKS[index], new RegExp(`^sluice ${name} .*\\n  ${subject.replace('[', '')}\\b.* {2,}\\S`));
    assert.deepEqual(
      [...optionsIn(line)].filter(option => !new RegExp(`^  (--[\\w-]+, )*${option}\\b`, 'm').test(BLOCKS[index])),
      [],
    );
  }
  assert.match(COMMON, /^ {2}--help .*\n {2}--version /);
});

test('every exit code is explained, and all fits a screen', () => {
  assert.deepEqual(
    Array.from(EXIT_CODES.matchAll(/\b(\d+): /g), ([, code]) => code),
    ['0', '1', '2', '130'],
  );
  const lines = USAGE.split('\n');
  assert.ok(lines.every(line => line.length <= 120));
  assert.ok(lines.length <= 80);
  assert.match(USAGE, /[^\n]\n$/);
});

/**
 * @param {string} line
 * @returns {string[]} The line with and without each part in brackets, and with each of its alternatives.
 */
function variantsOf(line) {
  const inner = /\[([^[\]]*)\]/.exec(line);
  if (inner === null) return [line];
  const [part, text] = inner;
  return [...new Set(['', ...text.split(' | ')].map(chosen => line.replace(part, chosen)).flatMap(variantsOf))];
}

/** @param {string} line */
function argumentsOf(line) {
  const [program, ...args] = line.split(' ').filter(word => word !== '');
  assert.equal(program, 'sluice');
  return args.map(word => VALUES[word] ?? word);
}

/** @param {string} text */
function optionsIn(text) {
  return new Set(Array.from(text.matchAll(/--[\w-]+/g), ([option]) => option));
}
