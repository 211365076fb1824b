import { execFile } from 'node:child_process';
import { lstat, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../src/errors.js';
import { printable } from '../src/printable.js';
import { runScript } from './command-line/command.js';
import { MOTO_VERSION, SAM_VERSION } from './sam/find-sam.js';

const HELP = `Usage: npm run setup:sam

Installs AWS SAM CLI ${SAM_VERSION} and moto ${MOTO_VERSION} into .sam/, this project's own Python environment. Does nothing if both
are installed already.
`;

const PACKAGES = `SAM CLI ${SAM_VERSION} and moto ${MOTO_VERSION}`;
const STEP_TIMEOUT_MS = 600_000;
// Relative to the package's folder, where npm runs scripts.
const FOLDER = resolve('.sam');
// SAM looks for esbuild on the PATH.
const EXPORT = 'export PATH="$PWD/.sam/bin:$PWD/node_modules/.bin:$PATH"';

// The metadata is written last, so that an installation that was killed has no version.
const MOTO_SAYS = 'import moto.server; from importlib.metadata import version; print(version("moto"))';

const run = promisify(execFile);
await runScript(setUp, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
async function setUp(stop) {
  const { sam, moto } = await installedVersions();
  if (sam === SAM_VERSION && moto === MOTO_VERSION) {
    process.stdout.write(`${PACKAGES} are in .sam/\n`);
    return 0;
  }
  process.stdout.write(`${PACKAGES} are being put into .sam/; this takes a minute or two\n`);
  // An incomplete environment, or one with another SAM, is replaced. One that lacks only moto is completed, and kept if that
  // fails. Behind a link is one that other clones use.
  if (sam === SAM_VERSION && !(await lstat(FOLDER)).isSymbolicLink()) await install(stop);
  else await setUpAnew(stop);
  process.stdout.write(`${PACKAGES} are in .sam/; for your shell: ${EXPORT}\n`);
  return 0;
}

/** @param {AbortSignal} stop */
async function setUpAnew(stop) {
  const python = process.env.PYTHON || 'python3';
  await step(stop, python, ['-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 10)'], {
    wrong: `${python} is needed, 3.10 or later, with its module venv (PYTHON=… names another one)`,
  });
  await rm(FOLDER, { recursive: true, force: true });
  try {
    await step(stop, python, ['-m', 'venv', FOLDER], { wrong: 'the environment .sam/ cannot be made' });
    await install(stop);
  } catch (error) {
    await rm(FOLDER, { recursive: true, force: true });
    throw error;
  }
}

/** @param {AbortSignal} stop */
async function install(stop) {
  // In one command, so that pip resolves shared dependencies for both.
  const packages = [`aws-sam-cli==${SAM_VERSION}`, `moto[server]==${MOTO_VERSION}`];
  const args = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check', ...packages];
  await step(stop, `${FOLDER}/bin/python`, args, { wrong: 'pip cannot install them; is the network there?' });
  const { sam, moto } = await installedVersions();
  if (sam !== SAM_VERSION || moto !== MOTO_VERSION) {
    throw new UsageError('usage/sam', `what was installed says it is SAM CLI ${sam} and moto ${moto}`);
  }
}

/** @returns {Promise<{ sam: string | null, moto: string | null }>} null for a program that is missing or does not run. */
async function installedVersions() {
  const [sam, moto] = await Promise.all([
    versionOf(`${FOLDER}/bin/sam`, ['--version']),
    versionOf(`${FOLDER}/bin/python`, ['-c', MOTO_SAYS]),
  ]);
  return { sam, moto };
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function versionOf(program, args) {
  try {
    const { stdout } = await run(program, args, { timeout: 60_000 });
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
