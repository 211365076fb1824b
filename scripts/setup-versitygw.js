import { spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * Builds versitygw, the S3 server that tests compare with the embedded one, from source, once, into the user's cache
 * folder. Go's checksum database verifies the downloaded modules, and `SUM` the built program's module.
 *
 * @param {object} [options]
 * @param {string} [options.cacheFolder]
 * @param {string} [options.go] The Go tool.
 * @param {(line: string) => void} [options.onBuild] Called with a message before a build, which takes minutes.
 * @returns {Promise<string>} The program's path.
 * @throws {Error} If Go is missing, too old, or fails.
 */
export async function setUpVersitygw({ cacheFolder = userCache(), go = 'go', onBuild = () => {} } = {}) {
  const folder = join(cacheFolder, 'sluice', `versitygw-${VERSION}`);
  const program = join(folder, 'versitygw');
  if (await exists(program)) return program;
  await checkGo(go);
  onBuild(`versitygw ${VERSION} is built from source, once, to ${program}`);
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(folder, 'build-'));
  try {
    await run(go, ['install', '-trimpath', `${MODULE}/cmd/versitygw@${VERSION}`], { GOBIN: scratch });
    const built = join(scratch, 'versitygw');
    const origin = await run(go, ['version', '-m', built]);
    if (!origin.includes(`\tmod\t${MODULE}\t${VERSION}\t${SUM}`)) {
      throw new Error(`what was built is not ${MODULE} ${VERSION} with the checksum ${SUM}:\n${origin.slice(0, 500)}`);
    }
    await rename(built, program);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return program;
}

function userCache() {
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
}

/** @param {string} file */
function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** @param {string} go */
async function checkGo(go) {
  const version = await run(go, ['env', 'GOVERSION']).catch(cause => {
    throw new Error(`versitygw is built with Go, which does not run here (${cause.message}); ${INSTALL}`, { cause });
  });
  const [, major, minor] = /^go(\d+)\.(\d+)/.exec(version) ?? [];
  if (Number(major) === 1 && Number(minor) < MIN_GO_MINOR) {
    throw new Error(`versitygw ${VERSION} needs Go 1.${MIN_GO_MINOR} or newer, here is ${version.trim()}; ${INSTALL}`);
  }
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<string>} Its standard output.
 */
async function run(program, args, env = {}) {
  const child = spawn(program, args, {
    // An old Go must not download a newer one by itself.
    env: { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOFLAGS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The option `timeout` would keep this process alive if the program cannot be started.
    signal: AbortSignal.timeout(BUILD_TIMEOUT_MS),
  });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', error => (error.name === 'AbortError' ? resolve(null) : reject(error)));
    child.once('close', resolve);
  });
  const [output, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) {
    const last = complaints.trim().split('\n').slice(-5).join('\n');
    throw new Error(`"${program} ${args.join(' ')}" ${code === null ? 'took too long' : 'failed'}: ${last}`);
  }
  return output;
}

const MODULE = 'github.com/versity/versitygw';
const VERSION = 'v1.8.0';
const SUM = 'h1:au+wI+aybno/STsQiSm35Uu6Q6iK5MWReQxgO6SEMFc=';

/** From versitygw's go.mod. */
const MIN_GO_MINOR = 25;
const INSTALL = `install Go 1.${MIN_GO_MINOR} or newer from https://go.dev/dl/ or your system's packages`;
const BUILD_TIMEOUT_MS = 900_000;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${await setUpVersitygw({ onBuild: line => process.stderr.write(`${line}\n`) })}\n`);
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    process.exitCode = 1;
  }
}
