import assert from 'node:assert/strict';
import { isPartial, RECIPES, rightOutputs } from './ledger-versions.js';

/** @import { Manifest } from '../../src/ledger/manifest.js' */
/** @import { Content } from './ledger-versions.js' */

/**
 * One upload of an archive.
 *
 * @typedef {{ content: Content, event: any, sequencer: string, etag: string, versionId: string | null }} Version
 */

/**
 * A model of what an archive's folder may contain at any moment, and must contain in the end.
 *
 * @param {{ outputs: (folder: string) => Promise<Map<string, string>>, manifest: (folder: string) => Promise<Manifest> }} bucket
 * @param {string} folder
 */
export function ledgerModel(bucket, folder) {
  /** @type {Version[]} */
  const versions = [];
  /** @type {Map<string, string>} */
  let outputs = new Map();
  /** @type {Manifest | null} */
  let manifest = null;
  /** @type {Set<Version>} Those of which everything was there once. */
  const done = new Set();

  /** @param {Pick<Manifest, 'archive'> | null} of */
  const versionOf = of =>
    versions.findLast(({ etag, versionId }) => of?.archive.etag === etag && of.archive.versionId === versionId);

  /** Fails if an output that a complete manifest lists is missing or differs. */
  const assertComplete = () => {
    if (manifest?.status !== 'complete') return;
    const version = versionOf(manifest);
    assert.ok(version, 'the manifest is of a version that was uploaded');
    const recipe = RECIPES.findIndex(({ sha256 }) => sha256 === manifest?.recipe.sha256);
    assert.ok(!isPartial(version.content, recipe));
    for (const [key, etag] of rightOutputs(folder, version.content, recipe)) {
      assert.equal(outputs.get(key), etag, `${key} is not what the complete manifest says`);
    }
  };

  /**
   * Whether the manifest says that a version is complete. (Each `look` asserts that this is true.)
   *
   * @param {Version} version
   */
  const isDone = ({ etag, versionId }) =>
    manifest?.status === 'complete' && manifest.archive.etag === etag && manifest.archive.versionId === versionId;

  /**
   * Whether the manifest is of a version and a recipe.
   *
   * @param {Version} version
   * @param {number} recipe
   */
  const matches = ({ etag, versionId }, recipe) =>
    manifest?.archive.etag === etag &&
    manifest.archive.versionId === versionId &&
    manifest.recipe.sha256 === RECIPES[recipe]?.sha256;

  return {
    versions,

    /** @param {any} event @param {Content} content */
    uploaded(event, content) {
      const { eTag: etag, versionId = null, sequencer } = event.Records[0].s3.object;
      const version = { content, event, sequencer, etag, versionId };
      versions.push(version);
      return version;
    },

    /** @param {string} key */
    etagAt: key => outputs.get(key),

    /**
     * Asserts the invariants of the current state.
     *
     * @param {boolean} [spoiled] Whether a request that was under way has spoiled it already: nothing is asserted.
     */
    async look(spoiled = false) {
      outputs = await bucket.outputs(folder);
      manifest = await bucket.manifest(folder).catch(() => null);
      if (spoiled) return;
      for (const [key, etag] of outputs) {
        const isRight = versions.some(({ content }) =>
          RECIPES.some((_, recipe) => rightOutputs(folder, content, recipe).get(key) === etag),
        );
        assert.ok(isRight, `${key} is no version's right output`);
      }
      assertComplete();
      for (const version of versions) if (isDone(version)) done.add(version);
    },

    isDone,
    matches,
    /** @param {Version} version */
    wasDone: version => done.has(version),

    /** @param {number} recipe */
    assertFinal(recipe) {
      const latest = versions.at(-1);
      assert.ok(latest);
      const { sha256 } = /** @type {(typeof RECIPES)[number]} */ (RECIPES[recipe]);
      const { content, etag, versionId } = latest;
      const right = rightOutputs(folder, content, recipe);
      // Outputs of earlier versions stay until a version is complete.
      const isWhole = !isPartial(content, recipe);
      const there = [...outputs].filter(([key]) => isWhole || right.has(key));
      assert.deepEqual(there.sort(), [...right].sort());
      assert.deepEqual(
        [manifest?.status, manifest?.archive.etag, manifest?.archive.versionId, manifest?.recipe.sha256],
        [isWhole ? 'complete' : 'partial', etag, versionId, sha256],
      );
      if (isWhole) assert.equal(manifest?.outdated, undefined);
    },
  };
}
