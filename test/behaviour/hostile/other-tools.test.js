import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import yazl from 'yazl';
import { putThrough } from './put-through.js';

const run = promisify(execFile);

/** @type {Record<string, Buffer>} */
const FILES = {
  'people.csv': Buffer.from('name,phone\nAnn,1\n'.repeat(4000)),
  'nothing.txt': Buffer.alloc(0),
  'folder/deeper/one': Buffer.from('1'),
  'naïve/日本 €.csv': Buffer.from('ü'),
};

/** @type {string} */
let work;
before(async () => {
  work = await mkdtemp(join(tmpdir(), 'sluice-hostile-tools-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(work, 'in', name)), { recursive: true });
    await writeFile(join(work, 'in', name), content);
  }
  // Info-ZIP stores archives uncompressed.
  await shell('if which zip > /dev/null; then zip -q inner.zip people.csv && mv inner.zip ..; fi');
});
after(() => rm(work, { recursive: true }));

/** The options of IO::Compress::Zip for each entry, beside its name. */
const PERL = `use IO::Compress::Zip qw(:all); my ($to, $options, @files) = @ARGV; my $zip;
  for my $file (@files) {
    my %more = (Name => $file, eval $options);
    if ($zip) { $zip->newStream(%more) } else { $zip = IO::Compress::Zip->new($to, %more) }
    open my $in, '<:raw', $file; local $/; my $content = <$in>; $zip->print($content);
  }
  $zip->close()`;

/** @type {[tool: string, title: string, make: (zip: string) => Promise<unknown>][]} */
const ARCHIVES = [
  ['git', 'of a commit', zip => shell(`${GIT} archive --format=zip -o "${zip}" HEAD`)],
  ['git', 'stored, with a comment', zip => shell(`${GIT} archive --format=zip -0 -o "${zip}" HEAD`)],
  ['perl', 'deflated', zip => perl(zip, '()')],
  ['perl', 'stored', zip => perl(zip, '(Method => ZIP_CM_STORE)')],
  ['perl', 'streamed', zip => perl(zip, '(Stream => 1)')],
  ['perl', 'in zip64', zip => perl(zip, '(Zip64 => 1)')],
  ['perl', 'streamed in zip64', zip => perl(zip, '(Zip64 => 1, Stream => 1)')],
  [
    'perl',
    'with extra fields and comments',
    zip => perl(zip, '(Comment => "c", exTime => [1, 2, 3], exUnix2 => [0, 0])'),
  ],
  ['python3', 'by its command line', zip => shell(`python3 -m zipfile -c "${zip}" $(ls -d *)`)],
  ['yazl', 'as it comes', zip => byYazl(zip, false)],
  ['yazl', 'in zip64', zip => byYazl(zip, true)],
];
for (const [tool, title, make] of ARCHIVES) {
  test(`the whole of an archive made by ${tool} is written: ${title}`, { timeout: 300_000 }, async t => {
    const isThere =
      tool === 'yazl' ||
      (await run('which', [tool]).then(
        () => true,
        () => false,
      ));
    if (!isThere) return t.skip(`${tool} is not installed`);
    const { manifest, contents } = await putThrough(t, { zip: await made(make), limits: {} });
    assert.deepEqual([manifest.status, manifest.error], ['complete', null]);
    assert.deepEqual([...contents.keys()].sort(), Object.keys(FILES).sort());
    for (const [name, content] of contents) assert.ok(FILES[name].equals(content), name);
  });
}

test('a symbolic link of Info-ZIP is refused, and the other entry is written', { timeout: 300_000 }, async t => {
  if (!(await run('which', ['zip']).catch(() => null))) return t.skip('zip is not installed');
  const zip = await made(path => shell(`ln -sf /etc/passwd ../link && cd .. && zip -qy "${path}" link in/people.csv`));
  const { manifest, contents } = await putThrough(t, { zip, limits: {} });
  assert.deepEqual(
    manifest.entries.map(({ path, error }) => [path, error?.code]),
    [
      ['link', 'archive/special-file'],
      ['in/people.csv', undefined],
    ],
  );
  assert.ok(contents.get('in/people.csv')?.equals(FILES['people.csv']));
});

test('an archive within an archive of Info-ZIP is copied', { timeout: 300_000 }, async t => {
  if (!(await run('which', ['zip']).catch(() => null))) return t.skip('zip is not installed');
  const zip = await made(path => shell(`cd .. && zip -q "${path}" inner.zip in/nothing.txt`));
  const { manifest, contents } = await putThrough(t, { zip, limits: {} });
  assert.deepEqual([manifest.status, manifest.error], ['complete', null]);
  assert.ok(contents.get('inner.zip')?.equals(await readFile(join(work, 'inner.zip'))));
});

test('an encrypted entry of Info-ZIP is refused', { timeout: 300_000 }, async t => {
  if (!(await run('which', ['zip']).catch(() => null))) return t.skip('zip is not installed');
  const { manifest } = await putThrough(t, {
    zip: await made(path => shell(`zip -qP secret "${path}" people.csv`)),
    limits: {},
  });
  assert.deepEqual(
    manifest.entries.map(({ error }) => error?.code),
    ['archive/encrypted'],
  );
});

test('an archive that Info-ZIP has split is refused', { timeout: 300_000 }, async t => {
  if (!(await run('which', ['zip']).catch(() => null))) return t.skip('zip is not installed');
  const zip = await made(path =>
    shell(`head -c 200000 /dev/urandom > ../random && cd .. && zip -qs 64k "${path}" random`),
  );
  const { manifest } = await putThrough(t, { zip, limits: {} });
  assert.deepEqual([manifest.status, manifest.error?.code], ['failed', 'archive/multi-disk']);
});

/** @param {(zip: string) => Promise<unknown>} make */
async function made(make) {
  const folder = await mkdtemp(join(work, 'made-'));
  await make(join(folder, 'x.zip'));
  const bytes = await readFile(join(folder, 'x.zip'));
  return () => bytes;
}

/**
 * @param {string} zip
 * @param {string} options
 */
function perl(zip, options) {
  // Perl treats the names as bytes, and sets no UTF-8 flag.
  return run('perl', ['-e', PERL, zip, options, ...Object.keys(FILES)], { cwd: join(work, 'in') });
}

/**
 * @param {string} zip
 * @param {boolean} forceZip64Format
 */
async function byYazl(zip, forceZip64Format) {
  const file = new yazl.ZipFile();
  for (const [name, content] of Object.entries(FILES)) file.addBuffer(content, name, { forceZip64Format });
  file.end({ forceZip64Format, comment: '' });
  await writeFile(zip, await buffer(file.outputStream));
}

/** @param {string} command */
function shell(command) {
  return run('sh', ['-c', command], { cwd: join(work, 'in'), env: { ...process.env, LC_ALL: 'C.UTF-8' } });
}

const GIT =
  'git init -q . 2> /dev/null; git add -A && git -c user.name=a -c user.email=a@b commit -qm a 2> /dev/null; git';
