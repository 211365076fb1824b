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

/**
 * @typedef {{ to: string, isLazy: boolean }} Import `to`: a file, from the folder in which it was looked for, or a module's
 *   name. `isLazy`: loaded only when it is needed.
 */

/** @type {{ file: string, code: string, imports: Import[], types: string[] }[]} */
let files;
before(async () => {
  files = await readImports(SRC);
});

/** @param {string} folder */
async function readImports(folder) {
  const found = await readdir(folder, { recursive: true });
  return Promise.all(
    found
      .filter(file => file.endsWith('.js'))
      .map(async file => {
        const { code, imports, types } = importsIn(await readFile(join(folder, file), 'utf8'));
        const resolve = (/** @type {string} */ name) =>
          name.startsWith('.') ? relative(folder, join(folder, dirname(file), name)) : name;
        return {
          file,
          code,
          imports: imports.map(({ to, isLazy }) => ({ to: resolve(to), isLazy })),
          types: types.map(resolve),
        };
      }),
  );
}

/**
 * @param {string} text A file's.
 * @returns {{ code: string, imports: Import[], types: string[] }} Its code without comments, what that imports, and of what
 *   its comments import types.
 */
function importsIn(text) {
  /** @type {string[]} */
  const comments = [];
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, comment => {
    comments.push(comment);
    return '';
  });
  const found = code.matchAll(
    /^\s*(?:import|export)\b(?:[^;'"()]*?\bfrom)?\s*(['"])(.+?)\1|\bimport\(\s*(['"`])(.+?)\3/gm,
  );
  return {
    code,
    imports: Array.from(found, match => ({ to: match[2] ?? match[4], isLazy: match[4] !== undefined })),
    types: comments.flatMap(comment =>
      Array.from(
        comment.matchAll(/@import\b[^'"]*?\bfrom\s[\s*]*(['"])(.+?)\1|\bimport\(\s*(['"])(.+?)\3/g),
        match => match[2] ?? match[4],
      ),
    ),
  };
}

test('every kind of import is found', () => {
  const text = `import a from 'a';
    import {
      b,
    } from "b";
    import * as c from 'c';
    import 'd';
    export * from 'e';
    export { f } from 'f';
    const [g, h] = await Promise.all([import('g'), import(
      'h')]);
    // import 'no';
    export const no = 'no';
    /** @import { T } from 't' */
    /**
     * @import {
     *   U,
     *   V,
     * } from 'u'
     */
    /** @param {import('v').V} v @returns {Promise<import("w").W>} */
    const one = /** @type {import('x').X} */ (null);
    /** @import * as Y from
     *   'y' */`;
  const { imports, types } = importsIn(text);
  assert.deepEqual(
    imports.map(({ to, isLazy }) => (isLazy ? `${to} lazily` : to)),
    ['a', 'b', 'c', 'd', 'e', 'f', 'g lazily', 'h lazily'],
  );
  assert.deepEqual(types, ['t', 'u', 'v', 'w', 'x', 'y']);
});

/**
 * @param {string} file
 * @returns {string} Its room, or the file itself if it stands in none.
 */
function roomOf(file) {
  return file.split('/')[0];
}

/** The entry points and rooms of src, in the order in which data flows. A file imports only what stands further down. */
const ORDER = [
  ...[
    'handler.js',
    'cli.js',
    'lambda',
    'cli',
    'serve',
    'inspect',
    'job',
    'ledger',
    'checkpoint',
    'source',
    'destination',
    'container',
    'engine',
  ],
  ...[
    'output-paths.js',
    'entry-outcome.js',
    'archive',
    'csv',
    'phone',
    'recipe',
    'columns',
    'storage',
    'memory',
    'streams',
    'reserved-names.js',
    'errors.js',
    'printable.js',
  ],
];

/** @param {string} to A package's own files end in .js, too. */
function isOurs(to) {
  return /\.(js|json)$/.test(to) && ORDER.includes(roomOf(to));
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
      const isNode = to.startsWith('node:') && builtinModules.includes(to.slice(5));
      assert.ok(isOurs(to) || isNode || Object.hasOwn(dependencies, name), `${file} imports ${to}`);
    }
  }
  assert.ok(count > 100, 'the imports are found');
});

test('every file of src stands in a room, or is an entry point or one of the few that everything uses', () => {
  const rooms = new Set(files.map(({ file }) => roomOf(file)));
  assert.deepEqual([...rooms].filter(room => !ORDER.includes(room)).sort(), []);
  assert.deepEqual(
    ORDER.filter(room => !rooms.has(room)),
    [],
  );
});

test('imports, of types too, go down the list of rooms only', () => {
  const wrong = files.flatMap(({ file, imports, types }) =>
    [...imports.map(({ to }) => to), ...types]
      .filter(to => isOurs(to) && ORDER.indexOf(roomOf(to)) < ORDER.indexOf(roomOf(file)))
      .map(to => `${file} imports ${to}`),
  );
  assert.deepEqual(wrong, []);
});

test('the picture of the rooms in docs/developing.md is drawn from what they import', async () => {
  const text = await readFile(join(ROOT, 'docs/developing.md'), 'utf8');
  const [, drawn] = text.match(/^```mermaid\n(.*?)^```$/ms) ?? [];
  assert.equal(drawn, drawRooms());
});

/** Rooms and files that nearly all others import. The picture would be full of arrows. */
const EVERYWHERE = ORDER.filter(room =>
  /^(?:recipe|storage|memory|streams|(?:output-paths|entry-outcome|reserved-names|errors|printable)\.js)$/.test(room),
);

/** @returns {string} Which rooms import which, for Mermaid. An arrow that only shortens a way is left out. */
function drawRooms() {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map(ORDER.map(room => [room, new Set()]));
  for (const { file, imports } of files) {
    for (const room of imports.filter(({ to }) => isOurs(to)).map(({ to }) => roomOf(to))) {
      if (room !== roomOf(file) && !EVERYWHERE.includes(room)) graph.get(roomOf(file))?.add(room);
    }
  }
  /** What each room leads to: it stands further down. @type {Map<string, Set<string>>} */
  const reached = new Map();
  for (const room of ORDER.toReversed()) {
    const all = [...(graph.get(room) ?? [])].flatMap(to => [to, ...(reached.get(to) ?? [])]);
    reached.set(room, new Set(all));
  }
  const arrows = Array.from(graph).flatMap(([from, all]) => {
    if (EVERYWHERE.includes(from)) return [];
    const direct = [...all].filter(to => ![...all].some(room => reached.get(room)?.has(to)));
    return direct
      .sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
      .map(to => `  ${from.replace('.js', '')} --> ${to}\n`);
  });
  // Mermaid takes an entry point and its room for the same box.
  return `flowchart LR\n${arrows.filter(arrow => arrow !== '  cli --> cli\n').join('')}`;
}

test('each folder imports, types too, only from the folders that it is built on', async () => {
  for (const [folder, allowed] of Object.entries(BUILT_ON)) {
    const found = await readImports(join(ROOT, folder));
    const wrong = found.flatMap(({ file, imports, types }) =>
      [...imports.map(({ to }) => to), ...types]
        .filter(to => to.startsWith('../') && !allowed.includes(to.split('/')[1]))
        .map(to => `${folder}/${file} imports ${to}`),
    );
    assert.ok(found.length > 0);
    assert.deepEqual(wrong, []);
  }
});

/**
 * For each top-level folder, what else at the top level it may import.
 *
 * @type {Record<string, string[]>}
 */
const BUILT_ON = {
  src: [],
  'local-s3': [],
  scripts: ['src', 'local-s3', 'package.json'],
  experiments: ['scripts', 'src', 'local-s3'],
};

test('no file imports itself in a circle', () => {
  assertNoCircle(new Map(files.map(({ file, imports }) => [file, imports.map(({ to }) => to)])));
});

test('nor does a file of csv, of types either', () => {
  const ofCsv = files.filter(({ file }) => roomOf(file) === 'csv');
  assertNoCircle(new Map(ofCsv.map(({ file, imports, types }) => [file, [...imports.map(({ to }) => to), ...types]])));
});

test('nor does a file of the engine’s assembly', async () => {
  const folder = join(SRC, 'engine/assembly');
  const names = (await readdir(folder, { recursive: true })).filter(file => file.endsWith('.ts'));
  /** @type {Map<string, string[]>} */
  const edges = new Map();
  for (const file of names) {
    const { imports } = importsIn(await readFile(join(folder, file), 'utf8'));
    edges.set(
      file,
      imports.map(({ to }) => `${join(dirname(file), to)}.ts`),
    );
  }
  assert.deepEqual(
    [...edges.values()].flat().filter(to => !edges.has(to)),
    [],
    'every import is a file',
  );
  assertNoCircle(edges);
});

/** @param {Map<string, string[]>} edges What each file imports. */
function assertNoCircle(edges) {
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
}

test('each file holds one thing: none has more than 230 lines', async () => {
  const found = (await readdir(SRC, { recursive: true })).filter(file => /\.[jt]s$/.test(file));
  const lengths = await Promise.all(
    found.map(async file => ({ file, lines: (await readFile(join(SRC, file), 'utf8')).split('\n').length - 1 })),
  );
  assert.ok(lengths.length > 300);
  const long = lengths.filter(({ file, lines }) => lines > 230 && !file.endsWith('.generated.js'));
  assert.deepEqual(
    long.map(({ file }) => file),
    [],
  );
});

test('the environment is read in four files: the function’s settings, and the command line’s password, database and secret', () => {
  const readers = files.filter(({ code }) => /process\s*\.\s*env|\benv\b.*from 'node:process'/.test(code));
  assert.deepEqual(readers.map(({ file }) => file).sort(), [
    'cli/read-database.js',
    'cli/read-jwt-secret.js',
    'cli/read-password.js',
    'lambda/config.js',
  ]);
});

test('Lambda is named only in its own room and by its entry point', () => {
  const naming = files.filter(({ code }) => /lambda/i.test(code)).map(({ file }) => roomOf(file));
  assert.deepEqual(
    naming.filter(room => room !== 'lambda' && room !== 'handler.js'),
    [],
  );
});

test('the AWS SDK is imported only by the files for S3 and the queue, and these only when they are needed', () => {
  const using = files
    .filter(({ imports }) => imports.some(({ to }) => to.startsWith('@aws-sdk/')))
    .map(({ file }) => file);
  for (const file of using) assert.match(file, /^(handler\.js$|lambda\/|storage\/|source\/|destination\/s3\/)/);
  const reached = reachedFrom(filesIn('cli'));
  assert.ok(filesIn('job').every(file => reached.includes(file)));
  assert.deepEqual(
    reached.filter(name => name.startsWith('@aws-sdk') || name.startsWith('libphonenumber') || name === 're2js'),
    [],
  );
  const inFunction = reachedFrom(['handler.js']);
  const usingQueue = files.filter(({ imports }) => imports.some(({ to }) => to === '@aws-sdk/client-sqs'));
  assert.ok(usingQueue.length > 0 && usingQueue.every(({ file }) => inFunction.includes(file)));
  for (const name of ['client-sqs', 'client-secrets-manager', 'rds-signer']) {
    assert.ok(files.some(({ imports }) => imports.some(({ to }) => to === `@aws-sdk/${name}`)));
    assert.ok(!inFunction.includes(`@aws-sdk/${name}`));
  }
});

/** @param {string} room */
function filesIn(room) {
  return files.map(({ file }) => file).filter(file => roomOf(file) === room);
}

/**
 * @param {string[]} start Files.
 * @returns {string[]} What is loaded with them immediately.
 */
function reachedFrom(start) {
  const graph = new Map(files.map(({ file, imports }) => [file, imports]));
  /** @type {Set<string>} */
  const reached = new Set();
  const queue = [...start];
  for (const file of queue) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const { to, isLazy } of graph.get(file) ?? []) if (!isLazy) queue.push(to);
  }
  return [...reached];
}

test('the database’s client is imported in its own room only, and only when it is needed', () => {
  const isClient = (/** @type {{ to: string }} */ { to }) => to === 'pg' || to === 'pg-copy-streams';
  const using = files.filter(({ imports }) => imports.some(isClient));
  assert.ok(using.length > 0);
  for (const { file } of using) assert.match(file, /^destination\/database\//);
  const reached = reachedFrom(['handler.js', ...filesIn('cli'), ...filesIn('job')]);
  assert.ok(reached.includes('destination/database/open.js'));
  assert.deepEqual(
    reached.filter(to => isClient({ to })),
    [],
  );
});

test('only the command line’s own file for it loads the service, and only when it is needed', () => {
  const isService = (/** @type {string} */ to) =>
    roomOf(to) === 'serve' || ['fastify', 'jose', 'prom-client'].includes(to);
  const users = files.filter(
    ({ file, imports }) => roomOf(file) !== 'serve' && imports.some(({ to }) => isService(to)),
  );
  assert.deepEqual(
    users.map(({ file }) => file),
    ['cli/run-serve.js'],
  );
  assert.deepEqual(reachedFrom(['handler.js', 'cli.js', 'cli/run-serve.js']).filter(isService), []);
});

test('a run on a local file loads nothing of the AWS SDK, nor of the database’s client, nor of the service', {
  timeout: 300_000,
}, async t => {
  const folder = await temporaryFolder(t);
  const { writeFile } = await import('node:fs/promises');
  await writeFile(join(folder, 'x.zip'), writeZip([{ name: 'a', content: 'a' }]));
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { if (/aws-sdk|smithy|node_modules\\/(pg|fastify|jose|prom-client)|src\\/serve/.test(url)) console.error(url); return next(url, context); } });`;
  const { code, stderr } = await runCli(['run', 'x.zip', '--to', 'out'], {
    cwd: folder,
    node: ['--import', `data:text/javascript,${encodeURIComponent(hook)}`],
  });
  assert.deepEqual([code, stderr], [0, '']);
});
