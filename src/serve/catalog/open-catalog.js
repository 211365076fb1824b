/** @import { Catalog } from './load-catalog.js' */

/**
 * A catalog that is kept.
 *
 * @typedef {object} OpenCatalog
 * @property {() => Promise<Catalog>} current The one that is kept. One that has grown old is loaded again meanwhile.
 * @property {() => Promise<Catalog>} reload A newer one, unless it was just loaded: a request for something that does not exist costs the
 *   database little.
 */

/**
 * Keeps the catalog. A failure is not kept: whoever asks next loads it.
 *
 * @param {object} options
 * @param {() => Promise<Catalog>} options.load
 * @param {() => number} [options.now] Milliseconds.
 * @param {number} [options.pauseMs] From the end of a load to the next, and ten times as long as it took.
 * @param {number} [options.oldMs] A column that was added shows in `select=*` after this time at the latest, while anybody reads.
 * @returns {OpenCatalog}
 */
export function openCatalog({ load, now = () => performance.now(), pauseMs = 1_000, oldMs = 60_000 }) {
  /** @type {Promise<Catalog> | null} */
  let kept = null;
  /** @type {Promise<Catalog> | null} */
  let loading = null;
  let loadedAt = 0;
  let pause = pauseMs;
  const loadAgain = () => {
    const started = now();
    loading ??= load()
      .then(catalog => {
        loadedAt = now();
        pause = Math.max(pauseMs, 10 * (loadedAt - started));
        kept = Promise.resolve(catalog);
        return catalog;
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  };
  return {
    current() {
      if (kept === null) return loadAgain();
      if (now() - loadedAt > oldMs) loadAgain().catch(() => {});
      return kept;
    },
    reload() {
      return kept !== null && now() - loadedAt < pause ? kept : loadAgain();
    },
  };
}
