import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../src/errors.js';
import { printable } from '../src/printable.js';
import { runScript } from './loop/command.js';
import { SAM_VERSION } from './sam/find-sam.js';

const HELP = `Usage: npm run setup:sam

Puts AWS SAM CLI ${SAM_VERSION} into .sam/, a Python environment of this project's own. Where it is already, nothing is done.
`;

const STEP_TIMEOUT_MS = 600_000;
// In the folder that npm runs scripts in, the package's.
const FOLDER = resolve('.sam');
// SAM finds esbuild on the path.
const EXPORT = 'export PATH="$PWD/.sam/bin:$PWD/node_modules/.bin:$PATH"';

const run = promisify(execFile);
await runScript(setUp, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
async function setUp(stop) {
  if ((await installedVersion()) === SAM_VERSION) {
    process.stdout.write(`SAM CLI ${SAM_VERSION} is in .sam/\n`);
    return 0;
  }
  const python = process.env.PYTHON || 'python3';
  await step(stop, python, ['-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 10)'], {
    wrong: `${python} is needed, 3.10 or later, with its module venv (PYTHON=… names another one)`,
  });
  // An environment that was not finished, or one of another version, is of no use.
  await rm(FOLDER, { recursive: true, force: true });
  process.stdout.write(`SAM CLI ${SAM_VERSION} is being put into .sam/; this takes a minute or two\n`);
  try {
    await step(stop, python, ['-m', 'venv', FOLDER], { wrong: 'the environment .sam/ cannot be made' });
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `aws-sam-cli==${SAM_VERSION}`];
    await step(stop, `${FOLDER}/bin/python`, install, { wrong: 'pip cannot install it; is the network there?' });
    const version = await installedVersion();
    if (version !== SAM_VERSION) throw new UsageError('usage/sam', `what was installed says it is ${version}`);
  } catch (error) {
    await rm(FOLDER, { recursive: true, force: true });
    throw error;
  }
  process.stdout.write(`SAM CLI ${SAM_VERSION} is in .sam/; for your shell: ${EXPORT}\n`);
  return 0;
}

/** @returns {Promise<string | null>} */
async function installedVersion() {
  try {
    const { stdout } = await run(`${FOLDER}/bin/sam`, ['--version'], { timeout: 60_000 });
    return /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {AbortSignal} stop
 * @param {string} program
 * @param {string[]} args
 * @param {{ wrong: string }} message
 */
async function step(stop, program, args, { wrong }) {
  try {
    await run(program, args, { signal: stop, timeout: STEP_TIMEOUT_MS });
  } catch (cause) {
    const { stderr = '', message } = /** @type {Error & { stderr?: string }} */ (cause);
    const reason = stderr.trim().split('\n').at(-1) || message;
    throw new UsageError('usage/sam', `${wrong}: ${printable(reason)}`, { cause });
  }
}
