import assert from 'node:assert/strict';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { writeZip } from '../support/zip-writer.js';
import { COPY, runJob } from './archive-job.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */

/**
 * Puts an archive into another one, which is opened: what comes out must be what came of it on its own.
 *
 * @param {{ bytes: Buffer, manifest: ParsedManifest, files: Map<string, Buffer>, isCopied: boolean }} alone `isCopied`: whether its
 *   recipe does nothing but copy.
 * @param {number} seed
 */
export async function judgeWithin({ bytes, manifest, files, isCopied }, seed) {
  if (!isCopied) return;
  const entry = { name: OUTER, content: bytes, method: seed % 16 === 0 ? 0 : 8 };
  const within = await runJob(writeZip([entry]), OPEN, 1000);
  const [own, ...inner] = within.manifest.entries;
  // Limits hold for both levels together.
  const codes = [...manifest.entries, manifest, ...inner, own, within.manifest].map(({ error }) => error?.code ?? '');
  if (codes.some(code => code.startsWith('limit/'))) return;
  assert.deepEqual([own.error?.code, inner.length], [manifest.error?.code, manifest.entries.length]);
  for (const [index, { path, status, error, crc32 }] of inner.entries()) {
    const same = manifest.entries[index];
    assert.equal(path, `${OUTER}/${same.path}`);
    // A path may be too long for both archives' names.
    if (error?.code === 'archive/unsafe-name') continue;
    assert.deepEqual([status, error?.code, crc32], [same.status, same.error?.code, same.crc32]);
    if (status === 'written')
      assert.ok(within.files.get(`x/${path}`)?.equals(/** @type {Buffer} */ (files.get(`x/${same.path}`))));
  }
}

const OUTER = 'in/the outer.zip';
const OPEN = await compileRecipe({ entries: [{ match: OUTER, archive: true }], limits: COPY.limits });
