import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SAM_VERSION } from '../../scripts/sam/find-sam.js';
import { temporaryFolder } from './run-script.js';

describe('npm run setup:sam', { timeout: 30_000, concurrency: 2 }, () => {
  it('does nothing where the version is there', async t => {
    const folder = await temporaryFolder(t);
    await mkdir(join(folder, '.sam/bin'), { recursive: true });
    await program(join(folder, '.sam/bin/sam'), `echo "SAM CLI, version ${SAM_VERSION}"`);
    const { code, stdout, stderr } = await setUp(folder, '/nowhere/python3');
    assert.deepEqual([code, stdout, stderr], [0, `SAM CLI ${SAM_VERSION} is in .sam/\n`, '']);
  });

  it('puts another version’s place right, pinned to its version', async t => {
    const folder = await temporaryFolder(t);
    await mkdir(join(folder, '.sam/bin'), { recursive: true });
    await program(join(folder, '.sam/bin/sam'), 'echo "SAM CLI, version 1.2.3"');
    const python = await fakePython(
      folder,
      `echo 'echo "SAM CLI, version ${SAM_VERSION}"' >> "$sam"; echo "$*" > args`,
    );
    const { code, stdout, stderr } = await setUp(folder, python);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /export PATH=/);
    assert.match(
      await readFile(join(folder, 'args'), 'utf8'),
      new RegExp(`^-m pip install .*aws-sam-cli==${SAM_VERSION}\n$`),
    );
    const { code: again } = await setUp(folder, '/nowhere/python3');
    assert.equal(again, 0);
  });

  it('says what is missing where there is no Python, with 2', async t => {
    const folder = await temporaryFolder(t);
    const { code, stderr } = await setUp(folder, '/nowhere/python3');
    assert.equal(code, 2);
    assert.match(stderr, /^usage\/sam: \/nowhere\/python3 is needed, 3\.10 or later, [^\n]+\n$/);
  });

  it('says why pip failed, and leaves nothing behind', async t => {
    const folder = await temporaryFolder(t);
    const python = await fakePython(
      folder,
      'echo "WARNING: Retrying" >&2; echo "ERROR: No matching distribution" >&2; exit 1',
    );
    const { code, stderr } = await setUp(folder, python);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^usage\/sam: pip cannot install it; is the network there\?: ERROR: No matching distribution\n$/,
    );
    assert.deepEqual(await readdir(folder), ['python']);
  });

  it('leaves nothing behind where it is interrupted', async t => {
    const folder = await temporaryFolder(t);
    const python = await fakePython(folder, 'echo > installing; exec sleep 20');
    const { code } = await setUp(folder, python, async child => {
      while (!(await readdir(folder)).includes('installing')) await new Promise(resolve => setTimeout(resolve, 20));
      child.kill('SIGINT');
    });
    assert.equal(code, 130);
    assert.ok(!(await readdir(folder)).includes('.sam'));
  });
});

/**
 * A Python whose environments have a pip that runs `install`, with `$sam` for the program that is to come of it.
 *
 * @param {string} folder
 * @param {string} install
 */
async function fakePython(folder, install) {
  const path = join(folder, 'python');
  await program(
    path,
    `[ "$2" = venv ] || exit 0
    mkdir -p "$3/bin"
    printf '#!/bin/sh\\nsam="%s/bin/sam"; echo "#!/bin/sh" > "$sam"; chmod 755 "$sam"\\n%s\\n' "$3" "$INSTALL" > "$3/bin/python"
    chmod 755 "$3/bin/python"`.replace('$INSTALL', install.replaceAll(/["\\$`]/g, '\\$&')),
  );
  return path;
}

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
  const script = fileURLToPath(new URL('../../scripts/setup-sam.js', import.meta.url));
  const env = { ...process.env, PYTHON: python };
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 25_000,
  });
  const code = new Promise(resolve => child.once('close', resolve));
  await meanwhile?.(child);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
