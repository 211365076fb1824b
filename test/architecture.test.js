import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeZip } from './fixtures/zip-writer.js';
import { runCli, temporaryFolder } from './run-cli.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

/** @type {{ file: string, text: string, code: string, imports: { to: string, isLazy: boolean }[] }[]} */
let files;
before(async () => {
  const found = await readdir(SRC, { recursive: true });
  files = await Promise.all(
    found
      .filter(file => file.endsWith('.js'))
      .map(async file => {
        const text = await readFile(join(SRC, file), 'utf8');
        const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
        return { file, text, code, imports: importsOf(file, code) };
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

/** @param {string} file */
function roomOf(file) {
  return file.includes('/') ? file.split('/')[0] : '';
}

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

test('a room imports no other room, but for the address and error files beneath them', () => {
  const rooms = ['archive', 'csv', 'destination', 'recipe', 'source', 'terminal'];
  for (const { file, imports } of files.filter(({ file }) => rooms.includes(roomOf(file)))) {
    for (const { to } of imports.filter(({ to }) => to.endsWith('.js'))) {
      assert.ok(roomOf(to) === roomOf(file) || BENEATH.has(to), `${file} imports ${to}`);
    }
  }
});

/** Files that every room may use; they use nothing but each other. */
const BENEATH = new Set([
  'errors.js',
  'name-index.js',
  'name-list.js',
  'printable.js',
  'storage-error.js',
  's3-uri.js',
  's3-client.js',
  's3-permission.js',
  'small-heap.js',
  'chunk-memory.js',
  'memory-plan.js',
  'prompt-readable.js',
]);

test('what lies beneath the rooms imports none of them', () => {
  for (const { file, imports } of files.filter(({ file }) => BENEATH.has(file))) {
    for (const { to } of imports.filter(({ to }) => to.endsWith('.js'))) {
      assert.ok(BENEATH.has(to), `${file} imports ${to}`);
    }
  }
});

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
    ['config.js'],
  );
});

test('Lambda is named only where the function and its settings are', () => {
  const allowed = ['config.js', 'configured-recipe.js', 'events.js', 'handle-archive.js', 'handler.js', 'log-line.js'];
  const naming = files.filter(({ code }) => /lambda/i.test(code)).map(({ file }) => file);
  assert.deepEqual(
    naming.filter(file => !allowed.includes(file)),
    [],
  );
});

test('the AWS SDK is imported only by the files for S3 and the queue, and these only when they are needed', () => {
  const using = files
    .filter(({ imports }) => imports.some(({ to }) => to.startsWith('@aws-sdk/')))
    .map(({ file }) => file);
  for (const file of using) {
    assert.match(file, /s3|upload|part-|tag-object|^handler\.js$|^redeliver-soon\.js$/, `${file} imports the SDK`);
  }
  const reached = reachedFrom('command-line.js');
  assert.ok(reached.includes('process-archive.js'));
  assert.deepEqual(
    reached.filter(name => name.startsWith('@aws-sdk') || name.startsWith('libphonenumber')),
    [],
  );
  const inFunction = reachedFrom('handler.js');
  assert.ok(inFunction.includes('redeliver-soon.js'));
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
