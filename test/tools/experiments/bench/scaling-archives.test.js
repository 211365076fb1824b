import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import unzipper from 'unzipper';
import { makeScalingArchives } from '../../../../experiments/bench/scaling-archives.js';

/** @import { Axis } from '../../../../experiments/bench/scaling-archives.js' */
/** @import { ScalingArchive } from '../../../../experiments/bench/scaling-archive-writer.js' */

const { signal } = new AbortController();

describe('archives that grow', { timeout: 60_000, concurrency: 1 }, () => {
  /** @type {string} */
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-scaling-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('by rows begin with the same rows, and double their number', async () => {
    const archives = await make('rows', 150);
    assert.deepEqual(
      archives.map(({ count }) => count),
      [150, 300, 600, 1200, 2400],
    );
    let before = '';
    for (const archive of archives) {
      const [text, ...others] = await read(archive);
      assert.deepEqual([others, linesOf(text).length], [[], archive.count]);
      assert.ok(text.startsWith(before) && linesOf(text).every(line => line.split('|').length === 14));
      before = text;
    }
  });

  it('by entries have the same bytes in total, split between records', async () => {
    const archives = await make('entries', 700);
    assert.deepEqual(
      archives.map(({ count, entries }) => [count, entries]),
      [1, 10, 100, 1000].map(count => [count, count]),
    );
    const [[all], ...others] = await Promise.all(archives.map(read));
    assert.equal(linesOf(all).length, 1400);
    for (const texts of others) {
      assert.equal(texts.join(''), all);
      assert.ok(texts.every(text => text.endsWith('\n')));
      const counts = texts.map(text => linesOf(text).length);
      assert.ok(Math.max(...counts) - Math.min(...counts) <= 1);
    }
  });

  it('by columns have the same number of bytes', async () => {
    const archives = await make('columns', 40);
    assert.deepEqual(
      archives.map(({ count }) => count),
      [1, 10, 100, 1000],
    );
    assert.equal(new Set(archives.map(({ bytes }) => bytes)).size, 1);
    for (const archive of archives) {
      const [text] = await read(archive);
      for (const line of linesOf(text)) {
        const fields = line.split('|');
        assert.equal(fields.length, archive.count);
        assert.match(fields[0], /^\(55\) \d{4}$/);
        assert.ok(fields.every(field => /^[^"\n]{9}$/.test(field)));
      }
    }
  });

  it('are reproducible', async () => {
    for (const axis of /** @type {Axis[]} */ (['rows', 'entries', 'columns'])) {
      const [one, other] = [await make(axis, 30), await make(axis, 30)];
      assert.deepEqual(await Promise.all(one.map(digest)), await Promise.all(other.map(digest)));
    }
  });

  it('are removed when they are stopped', async () => {
    const target = await mkdtemp(join(folder, 'stopped-'));
    const stop = new AbortController();
    const making = makeScalingArchives('columns', { rows: 100_000, folder: target, signal: stop.signal });
    setTimeout(() => stop.abort(), 200);
    await assert.rejects(making, { name: 'AbortError' });
    assert.deepEqual(
      (await readdir(target)).filter(name => name.includes('partial')),
      [],
    );
  });

  /**
   * @param {Axis} axis
   * @param {number} rows
   */
  async function make(axis, rows) {
    const target = await mkdtemp(join(folder, 'archives-'));
    return makeScalingArchives(axis, { rows, folder: target, signal });
  }
});

/**
 * Verifies the archive's properties with another reader.
 *
 * @param {ScalingArchive} archive
 */
async function read({ path, entries, records, bytes, zipBytes }) {
  const zip = await readFile(path);
  const { files } = await unzipper.Open.buffer(zip);
  const texts = await Promise.all(files.map(async file => (await file.buffer()).toString('latin1')));
  const all = texts.join('');
  assert.deepEqual([files.length, linesOf(all).length, all.length, zip.length], [entries, records, bytes, zipBytes]);
  return texts;
}

/** @param {string} text */
function linesOf(text) {
  return text.split('\n').slice(0, -1);
}

/** @param {ScalingArchive} archive */
async function digest({ path }) {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
