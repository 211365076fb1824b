#!/usr/bin/env node
// Runs the command line: its bundle, which starts in three quarters of the time, if "npm ci" has made one from these sources with
// this Node; otherwise the sources. An old Node has to reach the sources, so this file has no newer syntax than import().
const { readFileSync, statSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');
const BUNDLE = join(ROOT, 'node_modules/.cache/sluice/bundle');
const UNSETTLED = 13;

if (isFresh()) {
  enableCompileCache(join(BUNDLE, '..'));
  let hasEnded = false;
  // As Node does where a module waits for what never comes.
  process.once('exit', () => {
    if (!hasEnded) process.exitCode = process.exitCode || UNSETTLED;
  });
  const { runCommandLine } = /** @type {typeof import('../src/cli/command-line.js')} */ (
    require(join(BUNDLE, 'sluice.cjs'))
  );
  runCommandLine(process.argv.slice(2)).then(() => {
    hasEnded = true;
  });
} else import('../src/cli.js');

/** Whether there is a bundle, made by this version of Node, and each file that it was made of is still the same. */
function isFresh() {
  try {
    const { node, sources } = JSON.parse(readFileSync(join(BUNDLE, 'sources.json'), 'utf8'));
    return node === process.version && sources.every(isSame);
  } catch {
    return false;
  }
}

/** @param {[path: string, size: number, mtimeMs: number]} source */
function isSame([path, size, time]) {
  // Not by `join`, which takes as long as the rest.
  const { size: sizeNow, mtimeMs } = statSync(`${ROOT}/${path}`);
  return sizeNow === size && mtimeMs === time;
}
