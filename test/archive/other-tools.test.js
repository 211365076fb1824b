import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { openSource } from '../../src/source/open-source.js';
import { readArchive } from './read-archive.js';

const run = promisify(execFile);
const JAVA_PROGRAM = fileURLToPath(new URL('../support/StreamedZip.java', import.meta.url));

/** @type {Record<string, Buffer>} */
const FILES = {
  'people.csv': Buffer.from('name,phone\nAnn,1\n'.repeat(40_000)),
  'nothing.txt': Buffer.alloc(0),
  'folder/a file.bin': randomBytes(600_000),
  'folder/deeper/one': Buffer.from('1'),
  'naïve/日本 €.csv': Buffer.from('ü'),
};
const ASCII = Object.fromEntries(Object.entries(FILES).filter(([name]) => /^[ -~]+$/.test(name)));

/** @type {string} */
let work;
before(async () => {
  work = await mkdtemp(join(tmpdir(), 'sluice-tools-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(work, 'in', name)), { recursive: true });
    await writeFile(join(work, 'in', name), content);
  }
});
after(() => rm(work, { recursive: true }));

const PYTHON = `
import sys, zipfile, os
target, kind = sys.argv[1:]
class Unseekable:
    def __init__(self, file): self.file = file
    def write(self, data): return self.file.write(data)
    def flush(self): self.file.flush()
file = open(target, 'wb')
method = zipfile.ZIP_STORED if 'stored' in kind else zipfile.ZIP_DEFLATED
with zipfile.ZipFile(Unseekable(file) if 'streamed' in kind else file, 'w', method) as zip:
    for folder, _, names in os.walk('.'):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, 'rb') as content, zip.open(path[2:], 'w', force_zip64='zip64' in kind) as entry:
                entry.write(content.read())
    if 'comment' in kind: zip.comment = b'made by Python'
file.close()
`;
const UTF8_LOCALE = { ...process.env, LC_ALL: 'C.UTF-8' };

/** @type {[tool: string, title: string, make: (zip: string) => Promise<unknown>, files?: typeof FILES][]} */
const ARCHIVES = [
  ['zip', 'as it comes', zip => infoZip(['-qr', zip, '.'])],
  ['zip', 'stored', zip => infoZip(['-qr0', zip, '.'])],
  ['zip', 'without folders', zip => infoZip(['-qrD', zip, '.'])],
  ['zip', 'in zip64', zip => infoZip(['-qr', '-fz', zip, '.'])],
  ['zip', 'with data descriptors', zip => infoZip(['-qr', '-fd', zip, '.'])],
  ['zip', 'streamed to its output', zip => shell(`zip -qr - . > "${zip}"`)],
  ['zip', 'streamed and stored', zip => shell(`zip -qr0 - . > "${zip}"`)],
  [
    'zip',
    'from its input, in zip64',
    zip => shell(`cat people.csv | zip -q - - > "${zip}"`),
    { '-': FILES['people.csv'] },
  ],
  ['zip', 'with a comment', zip => shell(`echo "a comment" | zip -qrz "${zip}" .`)],
  ['zip', 'behind a program', zip => shell(`zip -qr t.zip . && (echo "#!/bin/sh"; cat t.zip) > "${zip}"; rm t.zip`)],
  [
    'zip',
    'behind a program it knows of',
    zip => shell(`zip -qr t.zip . && (echo "#!/bin/sh"; cat t.zip) > "${zip}"; rm t.zip; zip -qA "${zip}"`),
  ],
  ...['deflated', 'stored', 'streamed', 'streamed stored', 'zip64', 'zip64 streamed', 'comment'].map(
    kind =>
      /** @type {[string, string, (zip: string) => Promise<unknown>]} */ ([
        'python3',
        kind,
        zip => run('python3', ['-c', PYTHON, zip, kind], { cwd: join(work, 'in'), env: UTF8_LOCALE }),
      ]),
  ),
  ['java', 'streamed', zip => shell(`java -Xshare:auto -XX:TieredStopAtLevel=1 "${JAVA_PROGRAM}" . "${zip}"`)],
  ['jar', 'with its own manifest left out', zip => shell(`jar cfM "${zip}" people.csv nothing.txt folder`), ASCII],
];
for (const [index, [tool, title, make, files = FILES]] of ARCHIVES.entries()) {
  test(`an archive made by ${tool} is read: ${title}`, { timeout: 300_000 }, async t => {
    if (!(await isThere(tool))) return t.skip(`${tool} is not installed`);
    const zip = join(work, `${index}.zip`);
    await make(zip);
    const source = await openSource(zip);
    try {
      const contents = await readArchive(source);
      assert.deepEqual([...contents.keys()].sort(), Object.keys(files).sort());
      for (const [name, content] of contents) assert.ok(files[name].equals(Buffer.from(content)), name);

      const destination = await openDestination(join(work, 'out'));
      const recipe = await compileRecipe();
      const { manifest } = await processArchive({ source, destination, recipe });
      assert.equal(manifest?.status, 'complete');
      for (const [name, content] of Object.entries(files)) {
        assert.ok((await readFile(join(work, 'out', source.outputFolder, name))).equals(content), name);
      }
      const written = await readdir(join(work, 'out', source.outputFolder), { recursive: true, withFileTypes: true });
      assert.equal(written.filter(file => file.isFile()).length, Object.keys(files).length + 1);
    } finally {
      await source.close();
    }
  });
}

test('Python reads the same names and contents in an archive with names of every kind', {
  timeout: 300_000,
}, async t => {
  if (!(await isThere('python3'))) return t.skip('python3 is not installed');
  const { writeZip } = await import('../support/zip-writer.js');
  const everyByte = Buffer.from(Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index));
  const zip = join(work, 'names.zip');
  const entries = [
    { name: 'plain', content: 'a' },
    { name: 'ünïcödé/日本', content: 'b' },
    { name: everyByte, content: 'c', flags: 0, madeBy: 0x0014 },
    { name: Buffer.from([0x81, 0x82]), content: 'd', flags: 0 },
    { name: 'zip64', content: 'e', zip64: true },
  ];
  await writeFile(zip, writeZip(entries, { comment: 'x', prefix: Buffer.from('#!') }));
  const program =
    'import sys,zipfile,json\nwith zipfile.ZipFile(sys.argv[1]) as z: print(json.dumps([[n,z.read(n).decode()] for n in z.namelist()]))';
  const { stdout } = await run('python3', ['-c', program, zip]);
  const source = await openSource(zip);
  const contents = await readArchive(source);
  await source.close();
  assert.deepEqual(
    Array.from(contents, ([name, content]) => [name, content.toString()]),
    JSON.parse(stdout),
  );
});

/** @param {string[]} args */
function infoZip(args) {
  return run('zip', args, { cwd: join(work, 'in'), env: UTF8_LOCALE });
}

/** @param {string} command */
function shell(command) {
  return run('sh', ['-c', command], { cwd: join(work, 'in'), env: UTF8_LOCALE });
}

/** @param {string} tool */
async function isThere(tool) {
  try {
    await run('which', [tool]);
    return true;
  } catch {
    return false;
  }
}
