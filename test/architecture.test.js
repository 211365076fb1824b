import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCli, temporaryFolder } from './support/run-cli.js';
import { writeZip } from './support/zip-writer.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

/** @type {{ file: string, code: string, imports: { to: string, isLazy: boolean }[], types: string[] }[]} */
let files;
before(async () => {
  const found = await readdir(SRC, { recursive: true });
  files = await Promise.all(
    found
      .filter(file => file.endsWith('.js'))
      .map(async file => {
        const text = await readFile(join(SRC, file), 'utf8');
        const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
        return { file, code, imports: importsOf(file, code), types: typesOf(file, text) };
      }),
  );
});

/**
 * @param {string} file
 * @param {string} code
 */
function importsOf(file, code) {
  return Array.from(
    code.matchAll(/(?:^|\n)(?:import|export)\s[^;'"]*?from '([^']+)'|(import)\('([^']+)'\)/g),
    match => {
      const name = match[1] ?? match[3];
      const to = name.startsWith('.') ? relative(SRC, join(SRC, dirname(file), name)) : name;
      return { to, isLazy: match[2] !== undefined };
    },
  );
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} The files whose types it imports.
 */
function typesOf(file, text) {
  const imports = text.matchAll(/@import .+? from '(\.[^']+)'/g);
  return Array.from(imports, ([, name]) => relative(SRC, join(SRC, dirname(file), name)));
}

/**
 * @param {string} file
 * @returns {string} Its room, or the file itself if it stands in none.
 */
function roomOf(file) {
  return file.split('/')[0];
}

/** The entry points and rooms of src, in the order in which data flows. A file imports only what stands further down. */
const ORDER = [
  ...['handler.js', 'cli.js', 'lambda', 'cli', 'job', 'ledger', 'checkpoint', 'source', 'destination', 'engine'],
  ...[
    'output-paths.js',
    'archive',
    'csv',
    'phone',
    'recipe',
    'storage',
    'memory',
    'streams',
    'printable.js',
    'errors.js',
  ],
];

test('src imports itself, Node and the declared dependencies, and nothing else', async () => {
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  let count = 0;
  for (const { file, imports } of files) {
    for (const { to } of imports) {
      count += 1;
      const name = to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/');
      const isOurs = /\.(js|json)$/.test(to) && !to.startsWith('..');
      const isNode = to.startsWith('node:') && builtinModules.includes(to.slice(5));
      assert.ok(isOurs || isNode || Object.hasOwn(dependencies, name), `${file} imports ${to}`);
    }
  }
  assert.ok(count > 100, 'the imports are found');
});

test('every file of src stands in a room, or is an entry point or one of the few that everything uses', () => {
  const places = new Set(files.map(({ file }) => roomOf(file)));
  assert.deepEqual([...places].filter(place => !ORDER.includes(place)).sort(), []);
  assert.deepEqual(
    ORDER.filter(place => !places.has(place)),
    [],
  );
});

test('imports, of types too, go down the list of rooms only', () => {
  const wrong = files.flatMap(({ file, imports, types }) =>
    [...imports.map(({ to }) => to), ...types]
      .filter(to => /\.(js|json)$/.test(to) && ORDER.indexOf(roomOf(to)) < ORDER.indexOf(roomOf(file)))
      .map(to => `${file} imports ${to}`),
  );
  assert.deepEqual(wrong, []);
});

test('each folder imports, types too, only from the folders that it is built on', async () => {
  for (const [folder, allowed] of Object.entries(BUILT_ON)) {
    const found = await readdir(join(ROOT, folder), { recursive: true });
    const wrong = [];
    for (const file of found.filter(file => file.endsWith('.js'))) {
      const text = await readFile(join(ROOT, folder, file), 'utf8');
      for (const [, name] of text.matchAll(/(?:\bfrom |\bimport\(|\bimport )'(\.[^']+)'/g)) {
        const to = relative(ROOT, join(ROOT, folder, dirname(file), name));
        if (![folder, ...allowed].includes(to.split('/')[0])) wrong.push(`${folder}/${file} imports ${to}`);
      }
    }
    assert.ok(found.length > 0);
    assert.deepEqual(wrong, []);
  }
});

/** For each top-level folder, what else at the top level it may import. */
const BUILT_ON = {
  src: [],
  'local-s3': [],
  scripts: ['src', 'local-s3', 'package.json'],
  experiments: ['scripts', 'src', 'local-s3'],
};

test('no file imports itself in a circle', () => {
  const edges = new Map(
    files.map(({ file, imports }) => [file, imports.map(({ to }) => to).filter(to => to.endsWith('.js'))]),
  );
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} file @param {string[]} path */
  const visit = (file, path) => {
    assert.ok(!path.includes(file), `a circle: ${[...path, file].join(' → ')}`);
    if (done.has(file)) return;
    for (const to of edges.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
});

test('the environment is read in one file', () => {
  const readers = files.filter(({ code }) => /process\s*\.\s*env|\benv\b.*from 'node:process'/.test(code));
  assert.deepEqual(
    readers.map(({ file }) => file),
    ['lambda/config.js'],
  );
});

test('Lambda is named only in its own room and by its entry point', () => {
  const naming = files.filter(({ code }) => /lambda/i.test(code)).map(({ file }) => roomOf(file));
  assert.deepEqual(
    naming.filter(place => place !== 'lambda' && place !== 'handler.js'),
    [],
  );
});

test('the AWS SDK is imported only by the files for S3 and the queue, and these only when they are needed', () => {
  const using = files
    .filter(({ imports }) => imports.some(({ to }) => to.startsWith('@aws-sdk/')))
    .map(({ file }) => file);
  for (const file of using) assert.match(file, /^(handler\.js$|lambda\/|storage\/|source\/|destination\/s3\/)/);
  const reached = reachedFrom('cli/command-line.js');
  assert.ok(reached.includes('job/archive.js'));
  assert.deepEqual(
    reached.filter(name => name.startsWith('@aws-sdk') || name.startsWith('libphonenumber')),
    [],
  );
  const inFunction = reachedFrom('handler.js');
  assert.ok(inFunction.includes('lambda/redeliver-soon.js'));
  assert.ok(!inFunction.includes('@aws-sdk/client-sqs'));
});

/**
 * @param {string} start A file.
 * @returns {string[]} What is loaded with it at once.
 */
function reachedFrom(start) {
  const graph = new Map(files.map(({ file, imports }) => [file, imports]));
  /** @type {Set<string>} */
  const reached = new Set();
  const queue = [start];
  for (const file of queue) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const { to, isLazy } of graph.get(file) ?? []) if (!isLazy) queue.push(to);
  }
  return [...reached];
}

test('a run on a local file loads nothing of the AWS SDK', { timeout: 60_000 }, async t => {
  const folder = await temporaryFolder(t);
  const { writeFile } = await import('node:fs/promises');
  await writeFile(join(folder, 'x.zip'), writeZip([{ name: 'a', content: 'a' }]));
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { if (url.includes('aws-sdk') || url.includes('smithy')) console.error(url); return next(url, context); } });`;
  const { code, stderr } = await runCli(['run', 'x.zip', '--to', 'out'], {
    cwd: folder,
    node: ['--import', `data:text/javascript,${encodeURIComponent(hook)}`],
  });
  assert.deepEqual([code, stderr], [0, '']);
});
