import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import manifest from '../../../package.json' with { type: 'json' };
import { codeSpans, PAGES, ROOT } from './pages.js';

const FOLDER = fileURLToPath(ROOT);
const exclude = (/** @type {string} */ name) => /(?:^|\/)(?:node_modules|\.[^/]+|data|results)(?:\/|$)/.test(name);
const PAPERS = globSync('**/*.md', { cwd: FOLDER, exclude });
const CODE = ['src', 'scripts', 'local-s3', 'experiments', 'test'].flatMap(room =>
  globSync(`${room}/**/*.{js,ts,sh,py}`, { cwd: FOLDER, exclude }),
);

for (const path of PAPERS) {
  test(`every link in ${path} leads to a file, and to a heading of it`, () => {
    for (const target of linksIn(read(path))) assertResolves(target, dirname(path), path);
  });
}

test('every page that the code, the template or a script names is there, and so is its heading', () => {
  const found = [...CODE, 'template.yaml', '.ci/run'].flatMap(path =>
    Array.from(read(path).matchAll(/\bdocs\/[\w-]+\.(?:md|svg)(?:#[\w-]+)?/g), ([target]) => ({ path, target })),
  );
  assert.ok(found.length > 5);
  for (const { path, target } of found) assertResolves(target, '.', path);
});

test('each function on the way from an event to its manifest is exported by the file that docs/developing.md names', async () => {
  const rows = Array.from(read('docs/developing.md').matchAll(/^\| `(\w+)` \| `(src\/[\w/-]+\.js)` \|/gm));
  assert.ok(rows.length > 10);
  for (const [, name, file] of rows) {
    assert.equal(typeof (await import(String(new URL(file, ROOT))))[name], 'function', `${name} in ${file}`);
  }
});

test('every file and folder that README.md and docs/ name in code is there', () => {
  const named = Array.from(PAGES).flatMap(([path, text]) =>
    codeSpans(text.replaceAll(/^```.*?^```$/gms, ''))
      .filter(code => /^(?:src|scripts|local-s3|experiments|events|test|docs|\.ci)\/[\w./-]*$/.test(code))
      .map(file => ({ path, file })),
  );
  assert.ok(named.length > 10);
  for (const { path, file } of named) assert.ok(existsSync(join(FOLDER, file)), `${path} names ${file}`);
});

test('README.md and docs/ name every npm script, and no other', () => {
  const named = Array.from(PAGES.values()).flatMap(text =>
    Array.from(text.matchAll(/\bnpm (?:run ([a-z][\w:-]*)|(test|start)\b)/g), ([, script, short]) => script ?? short),
  );
  assert.deepEqual([...new Set(named)].sort(), Object.keys(manifest.scripts).sort());
});

test('the headings of a page have different anchors', () => {
  for (const path of PAPERS) {
    const anchors = anchorsIn(read(path));
    assert.deepEqual(anchors, [...new Set(anchors)], path);
  }
});

/**
 * @param {string} target
 * @param {string} folder That it is relative to.
 * @param {string} path Where it stands.
 */
function assertResolves(target, folder, path) {
  const [file, anchor] = target.split('#');
  const linked = file === '' ? path : join(folder, decodeURIComponent(file));
  assert.ok(existsSync(join(FOLDER, linked)), `${path} links to ${target}, and there is no ${linked}`);
  if (anchor === undefined) return;
  assert.ok(statSync(join(FOLDER, linked)).isFile() && linked.endsWith('.md'), `${path} links to ${target}`);
  assert.ok(anchorsIn(read(linked)).includes(anchor), `${path} links to ${target}, and there is no such heading`);
}

/**
 * @param {string} text Markdown.
 * @returns {string[]} Targets of links and images, but for addresses on the web.
 */
function linksIn(text) {
  const plain = withoutCode(text);
  const targets = [
    ...Array.from(plain.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target),
    ...Array.from(plain.matchAll(/(?:src|srcset|href)="([^"]+)"/g), ([, target]) => target),
  ];
  return targets.filter(target => !/^[a-z]+:/.test(target));
}

/**
 * As GitHub makes them: small letters, punctuation left out, spaces as hyphens.
 *
 * @param {string} text Markdown.
 * @returns {string[]}
 */
function anchorsIn(text) {
  return Array.from(text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#{1,6} (.+)$/gm), ([, heading]) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** @param {string} text */
function withoutCode(text) {
  return text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]+`/g, '');
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(FOLDER, path), 'utf8');
}
