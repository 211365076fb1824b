import assert from 'node:assert/strict';

/** @import { ParsedManifest } from '../../../src/ledger/manifest.js' */
/** @import { Fixture } from './fixture.js' */

/**
 * @param {Fixture} fixture
 * @param {ParsedManifest} manifest
 * @param {Map<string, Buffer>} contents What was written, by the entries' names.
 */
export function expectOutcome({ code, outcome }, manifest, contents) {
  if (typeof outcome === 'string') {
    assert.deepEqual([manifest.status, manifest.error?.code, manifest.entries.length], ['failed', outcome, 0]);
    assert.equal(contents.size, 0);
    return;
  }
  assert.equal(manifest.error, null);
  assert.equal(manifest.status, code === 'read' ? 'complete' : 'partial');
  const entries = manifest.entries.filter(({ action, status }) => action !== 'archive' || status !== 'written');
  assert.equal(entries.length, Object.keys(outcome).length);
  for (const { path, error } of entries) {
    /** @type {string | Buffer} */
    const expected = outcome[path] ?? outcome['*'];
    const content = contents.get(path);
    if (content === undefined) assert.equal(error?.code, expected, path);
    else
      assert.ok(
        content.equals(Buffer.from(/** @type {string} */ (expected))),
        `${path} has the content that was archived`,
      );
  }
}
