import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MOTO_VERSION, SAM_VERSION } from '../../../scripts/sam/find-sam.js';
import { temporaryFolder } from '../run-script.js';

describe('npm run setup:sam', { timeout: 300_000, concurrency: 2 }, () => {
  it('does nothing if both versions are installed', async t => {
    const folder = await temporaryFolder(t);
    await fakeEnvironment(folder, { sam: SAM_VERSION, moto: MOTO_VERSION });
    const { code, stdout, stderr } = await setUp(folder, '/nowhere/python3');
    assert.deepEqual([code, stdout, stderr], [0, `${BOTH} are in .sam/\n`, '']);
  });

  it('replaces another version with the pinned ones', async t => {
    const folder = await temporaryFolder(t);
    await fakeEnvironment(folder, { sam: '1.2.3', moto: MOTO_VERSION });
    const python = await fakePython(folder, INSTALL_BOTH);
    const { code, stdout, stderr } = await setUp(folder, python);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /export PATH=/);
    const pinned = `aws-sam-cli==${SAM_VERSION} moto\\[server\\]==${MOTO_VERSION}`;
    assert.match(await readFile(join(folder, 'args'), 'utf8'), new RegExp(`^-m pip install .*${pinned}\n$`));
    const { code: again } = await setUp(folder, '/nowhere/python3');
    assert.equal(again, 0);
  });

  for (const moto of [null, '5.0.0']) {
    it(`completes an environment that has the right SAM and ${moto === null ? 'no moto' : 'another moto'}`, async t => {
      const folder = await temporaryFolder(t);
      await fakeEnvironment(folder, { sam: SAM_VERSION, moto }, INSTALL_BOTH);
      const { code, stderr } = await setUp(folder, '/nowhere/python3');
      assert.deepEqual([code, stderr], [0, '']);
      const { stdout } = await setUp(folder, '/nowhere/python3');
      assert.equal(stdout, `${BOTH} are in .sam/\n`);
    });
  }

  it('keeps the installed SAM if moto cannot be installed', async t => {
    const folder = await temporaryFolder(t);
    await fakeEnvironment(folder, { sam: SAM_VERSION, moto: null }, 'exit 1');
    const { code } = await setUp(folder, '/nowhere/python3');
    assert.equal(code, 2);
    assert.deepEqual((await readdir(join(folder, '.sam/bin'))).sort(), ['python', 'sam']);
  });

  it('reports a missing Python, with exit code 2', async t => {
    const folder = await temporaryFolder(t);
    const { code, stderr } = await setUp(folder, '/nowhere/python3');
    assert.equal(code, 2);
    assert.match(stderr, /^usage\/sam: \/nowhere\/python3 is needed, 3\.10 or later, [^\n]+\n$/);
  });

  it('reports why pip failed, and leaves nothing behind', async t => {
    const folder = await temporaryFolder(t);
    const python = await fakePython(
      folder,
      'echo "WARNING: Retrying" >&2; echo "ERROR: No matching distribution" >&2; exit 1',
    );
    const { code, stderr } = await setUp(folder, python);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^usage\/sam: pip cannot install them; is the network there\?: ERROR: No matching distribution\n$/,
    );
    assert.deepEqual(await readdir(folder), ['python']);
  });

  it('leaves nothing behind when it is interrupted', async t => {
    const folder = await temporaryFolder(t);
    const python = await fakePython(folder, 'echo > installing; exec sleep 100');
    const { code } = await setUp(folder, python, async child => {
      while (!(await readdir(folder)).includes('installing')) await new Promise(resolve => setTimeout(resolve, 20));
      child.kill('SIGINT');
    });
    assert.equal(code, 130);
    assert.ok(!(await readdir(folder)).includes('.sam'));
  });
});

/**
 * Makes an environment whose SAM and moto report these versions, and whose pip runs `install`.
 *
 * @param {string} folder
 * @param {{ sam: string, moto: string | null }} versions
 * @param {string} [install]
 */
async function fakeEnvironment(folder, { sam, moto }, install = 'exit 1') {
  const bin = join(folder, '.sam/bin');
  await mkdir(bin, { recursive: true });
  await program(join(bin, 'sam'), `echo "SAM CLI, version ${sam}"`);
  await program(join(bin, 'python'), environmentPython(bin, install));
  if (moto !== null) await writeFile(join(bin, 'moto'), moto);
}

/**
 * Makes a Python whose environments have a pip that runs `install`.
 *
 * @param {string} folder
 * @param {string} install
 */
async function fakePython(folder, install) {
  const path = join(folder, 'python');
  const bin = join(folder, '.sam/bin');
  await program(
    path,
    `[ "$2" = venv ] || exit 0
    mkdir -p "${bin}"
    cat > "${bin}/python" <<'PYTHON'\n#!/bin/sh\n${environmentPython(bin, install)}\nPYTHON
    chmod 755 "${bin}/python"`,
  );
  return path;
}

/**
 * @param {string} bin
 * @param {string} install May use `$sam` and `$moto`, the files to install.
 */
function environmentPython(bin, install) {
  return `sam="${bin}/sam"; moto="${bin}/moto"\nif [ "$1" = -c ]; then exec cat "$moto"; fi\n${install}`;
}

const BOTH = `SAM CLI ${SAM_VERSION} and moto ${MOTO_VERSION}`;
const INSTALL_BOTH = `printf '#!/bin/sh\\necho "SAM CLI, version ${SAM_VERSION}"\\n' > "$sam"; chmod 755 "$sam"
  echo ${MOTO_VERSION} > "$moto"; echo "$*" > args`;

/**
 * @param {string} path
 * @param {string} commands
 */
async function program(path, commands) {
  await writeFile(path, `#!/bin/sh\n${commands}\n`);
  await chmod(path, 0o755);
}

/**
 * @param {string} folder
 * @param {string} python
 * @param {(child: import('node:child_process').ChildProcess) => Promise<void>} [meanwhile]
 */
async function setUp(folder, python, meanwhile) {
  const script = fileURLToPath(new URL('../../../scripts/setup-sam.js', import.meta.url));
  const env = { ...process.env, PYTHON: python };
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  });
  const code = new Promise(resolve => child.once('close', resolve));
  await meanwhile?.(child);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
