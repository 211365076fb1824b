import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mutantsOf } from './mutants.js';
import { testsOf } from './tests-of.js';

/** @import { Mutant } from './mutants.js' */

const USAGE = `Usage: npm run mutate -- FILE [TEST…]

Changes one thing of FILE at a time, and runs the tests that are named, or those next to it. Lists the changes that no test
fails with. FILE itself stays as it is.
`;

/**
 * @param {string[]} args
 * @returns {Promise<number>} The exit code.
 */
async function mutate([name, ...named]) {
  if (name === undefined || name.startsWith('-')) {
    process.stderr.write(USAGE);
    return 2;
  }
  const file = relative(process.cwd(), name);
  const tests = named.length > 0 ? named : testsOf(file, MOST_TESTS);
  const text = await readFile(file, 'utf8');
  const started = performance.now();
  if (!(await passes(file, text, tests, Number.POSITIVE_INFINITY))) throw new Error(`a test fails: ${tests.join(' ')}`);
  const limitMs = 3 * (performance.now() - started) + 20_000;
  const mutants = mutantsOf(text);
  process.stdout.write(`${mutants.length} mutants of ${file}, with ${tests.join(' ')}\n`);

  /** @type {Mutant[]} */
  const survivors = [];
  const waiting = [...mutants];
  const work = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      if (await passes(file, mutant.text, tests, limitMs)) survivors.push(mutant);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  survivors.sort((one, other) => one.line - other.line);
  for (const { line, before, after } of survivors) process.stdout.write(`${file}:${line}  ${before}  →  ${after}\n`);
  process.stdout.write(`${survivors.length} survive\n`);
  return 0;
}

/**
 * @param {string} file
 * @param {string} text What its module has instead.
 * @param {string[]} tests
 * @param {number} limitMs For each. A change may make it hang.
 * @returns {Promise<boolean>} Whether all pass.
 */
async function passes(file, text, tests, limitMs) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-mutant-'));
  try {
    const mutant = join(folder, 'mutant.js');
    await writeFile(mutant, text);
    const env = {
      ...process.env,
      NODE_OPTIONS: `--import ${import.meta.resolve('./hook.js')}`,
      MUTATED_URL: String(pathToFileURL(file)),
      MUTANT_FILE: mutant,
    };
    for (const test of tests) {
      const child = spawn(process.execPath, [test], { env, stdio: 'ignore' });
      const limit = limitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => child.kill('SIGKILL'), limitMs);
      const code = await new Promise(resolve => child.once('close', resolve));
      clearTimeout(limit);
      if (code !== 0) return false;
    }
    return true;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Those that are next to a module say most about it. */
const MOST_TESTS = 5;

process.exitCode = await mutate(process.argv.slice(2));
