import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

/** @import { ChildProcessByStdio } from 'node:child_process' */
/** @import { Readable, Writable } from 'node:stream' */

/**
 * What a reader finds in an archive: its files, without folders, or that it reports an error.
 *
 * An error is anything that tells a user or a program that something is wrong with the archive: an exception in Python and
 * Java, an `err` in Go, a non-zero exit code of `unzip`, `7zz` or `bsdtar` (`unzip` exits with 1 for a warning), a warning
 * printed by `7zz`, and anything that `bsdtar` writes to standard error.
 *
 * @typedef {{ files: [name: string, bytes: number, crc32: number][] } | { error: string }} Reading
 *
 * @typedef {object} Readers
 * @property {string[]} names Those that are installed.
 * @property {string[]} missing
 * @property {(bytes: Buffer) => Promise<Map<string, Reading>>} read By the reader's name.
 * @property {() => void} close
 */

/** Reads its archive from the first byte on, and stops without an error where no local header follows. */
export const STREAMING = 'ZipInputStream';

/** All readers; those that are not installed are left out. */
export const READERS = ['Python', 'Go', 'ZipFile', STREAMING, 'unzip', '7z', 'bsdtar'];

/**
 * Starts the readers that are installed. Python, Go and Java each have one process that reads archive after archive.
 *
 * @param {string[]} [wanted] Of `READERS`.
 * @returns {Promise<Readers>}
 */
export async function openReaders(wanted = READERS) {
  const all = [
    reader(['Python'], 'python3', () => conversation('python3', [here('read.py')])),
    reader(['Go'], 'go', () => conversation('go', ['run', here('read.go')])),
    reader(['ZipFile', STREAMING], 'java', () =>
      conversation('java', ['-Xshare:auto', '-XX:TieredStopAtLevel=1', here('Read.java')]),
    ),
    reader(['unzip'], 'unzip', () => extraction('unzip', (zip, out) => ['-qq', '-o', '-P', 'x', zip, '-d', out])),
    reader(['7z'], '7zz', () => extraction('7zz', (zip, out) => ['x', '-y', '-px', '-bd', `-o${out}`, zip])),
    reader(['7z'], '7z', () => extraction('7z', (zip, out) => ['x', '-y', '-px', '-bd', `-o${out}`, zip])),
    reader(['bsdtar'], 'bsdtar', () => extraction('bsdtar', (zip, out) => ['-x', '-f', zip, '-C', out])),
  ];
  /** @type {{ names: string[], tool: Tool }[]} */
  const open = [];
  const names = new Set();
  for (const { names: own, program, start } of all) {
    if (!own.some(name => wanted.includes(name) && !names.has(name)) || !(await isInstalled(program))) continue;
    open.push({ names: own, tool: start() });
    for (const name of own) names.add(name);
  }
  return {
    names: [...names],
    missing: wanted.filter(name => !names.has(name)),
    async read(bytes) {
      const work = await mkdtemp(join(tmpdir(), 'sluice-readers-'));
      const zip = join(work, 'x.zip');
      await writeFile(zip, bytes);
      const answers = await Promise.all(
        open.map(async ({ names: own, tool }) => {
          const readings = [await tool.read(zip, join(work, own[0]))].flat();
          return readings.map((reading, index) => /** @type {const} */ ([own[index], reading]));
        }),
      );
      await rm(work, { recursive: true, force: true });
      return new Map(answers.flat());
    },
    close() {
      for (const { tool } of open) tool.close();
    },
  };
}

/**
 * @typedef {object} Tool
 * @property {(zip: string, folder: string) => Promise<Reading | Reading[]>} read `folder`: for its own use.
 * @property {() => void} close
 */

/**
 * @param {string[]} names
 * @param {string} program
 * @param {() => Tool} start
 */
function reader(names, program, start) {
  return { names, program, start };
}

/**
 * A program that reads paths and answers each with a line of JSON.
 *
 * @param {string} program
 * @param {string[]} args
 * @returns {Tool}
 */
function conversation(program, args) {
  /** @type {ChildProcessByStdio<Writable, Readable, null>} */
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.on('error', () => {});
  return {
    async read(zip) {
      child.stdin.write(`${zip}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} has ended (${child.signalCode ?? child.exitCode})`);
      return JSON.parse(value);
    },
    close: () => child.stdin.end(),
  };
}

/**
 * A program that is run once per archive, and extracts it into a folder.
 *
 * @param {string} program
 * @param {(zip: string, out: string) => string[]} argsOf
 * @returns {Tool}
 */
function extraction(program, argsOf) {
  return {
    async read(zip, out) {
      await mkdir(out);
      try {
        const { stdout, stderr } = await run(program, argsOf(zip, out), { timeout: 300_000 });
        const said = stdout + stderr;
        if (/warning|error/i.test(said) || stderr !== '') return { error: said };
      } catch (error) {
        const { code, stdout, stderr } = /** @type {any} */ (error);
        return { error: `exit code ${code}: ${stdout}${stderr}` };
      }
      return { files: await filesIn(out) };
    },
    close() {},
  };
}

/**
 * @param {string} folder
 * @returns {Promise<[name: string, bytes: number, crc32: number][]>}
 */
async function filesIn(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    found
      .filter(file => !file.isDirectory())
      .map(async file => {
        const path = join(file.parentPath, file.name);
        const content = file.isFile() ? await readFile(path) : Buffer.from('no regular file');
        return /** @type {[string, number, number]} */ ([relative(folder, path), content.length, crc32(content)]);
      }),
  );
}

/** @param {string} program */
async function isInstalled(program) {
  return run('which', [program]).then(
    () => true,
    () => false,
  );
}

/** @param {string} file */
function here(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

const run = promisify(execFile);
