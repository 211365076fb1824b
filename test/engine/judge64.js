import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFLATE64 } from '../../src/archive/entry.js';
import { inflate9 } from '../support/inflate9.js';
import { runSevenZip } from '../support/seven-zip.js';
import { writeZip } from '../support/zip-writer.js';
import { inflateInPieces } from './run-inflater.js';

/** @import { Random } from '../support/random.js' */

/**
 * Compares what the engine makes of a deflate64 stream with what zlib's `contrib/infback9` does. That refuses blocks without
 * distances, which RFC 1951 allows: then 7-Zip has the last word.
 *
 * @param {Buffer} stream
 * @param {Random} random
 * @param {(content: Buffer, raw: Buffer) => void} [ask] Gets what 7-Zip has to decide.
 * @returns {string} The outcome.
 * @throws {assert.AssertionError}
 */
export function judge64(stream, random, ask = askSevenZip) {
  const wanted = inflate9(stream);
  const ours = inflateInPieces(stream, random, { method: DEFLATE64 });
  const resumed = inflateInPieces(stream, random, { method: DEFLATE64, checkpoints: random.pick([0.05, 0.5]) });
  assert.equal(resumed.error, ours.error, 'it is another error across checkpoints');
  if (ours.bytes === null) {
    // Not by `equal`, which would show all of the bytes.
    assert.ok(wanted.bytes === null, `zlib inflates it: ${ours.error}`);
    return String(ours.error);
  }
  assert.ok(resumed.bytes?.equals(ours.bytes), 'other bytes across checkpoints');
  assert.equal(resumed.compressedBytes, ours.compressedBytes);
  if (wanted.bytes === null) ask(ours.bytes, stream.subarray(0, Number(ours.compressedBytes)));
  else {
    assert.ok(wanted.bytes.equals(ours.bytes), 'other bytes');
    assert.equal(ours.compressedBytes, wanted.compressedBytes, 'of other compressed bytes');
  }
  if (wanted.bytes === null) return 'right bytes by 7-Zip, refused by zlib';
  return resumed.checkpoints > 0 ? 'right bytes, over checkpoints too' : 'right bytes';
}

/**
 * @param {Buffer} content
 * @param {Buffer} raw
 */
function askSevenZip(content, raw) {
  testBySevenZip(writeZip([{ name: 'a', method: DEFLATE64, content, raw }]));
}

/**
 * Has 7-Zip extract an archive, and compare sizes and CRC-32.
 *
 * @param {Buffer} zip
 * @throws {assert.AssertionError}
 */
export function testBySevenZip(zip) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-7zip-'));
  try {
    writeFileSync(join(folder, 'a.zip'), zip);
    const { status, stdout } = runSevenZip(['t', 'a.zip'], { cwd: folder });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /Everything is Ok/);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
