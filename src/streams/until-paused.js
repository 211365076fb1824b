/**
 * Chunks, and one without bytes if a pause is asked for while the next one is waited for: that may take any time, such as behind
 * very many members of a gzip file that hold nothing.
 *
 * @param {AsyncIterable<Buffer> | Iterable<Buffer>} chunks
 * @param {AbortSignal | undefined} pause
 * @returns {AsyncGenerator<Buffer, void>}
 */
export async function* untilPaused(chunks, pause) {
  if (pause === undefined || pause.aborted) {
    yield* chunks;
    return;
  }
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  /** @type {Promise<IteratorResult<Buffer>> | null} */
  let next = null;
  let hasEnded = false;
  let wake = () => {};
  const onPause = () => wake();
  pause.addEventListener('abort', onPause);
  try {
    while (!hasEnded) {
      next = Promise.resolve(iterator.next());
      if (!pause.aborted && (await isFirst(next, onWake => (wake = onWake)))) yield NOTHING;
      const { value, done = false } = await next;
      next = null;
      hasEnded = done;
      if (!done) yield value;
    }
  } catch (error) {
    hasEnded = true;
    throw error;
  } finally {
    pause.removeEventListener('abort', onPause);
    if (!hasEnded) await giveUp(chunks, iterator, next);
  }
}

/**
 * @param {Promise<unknown>} next
 * @param {(wake: () => void) => void} setWake
 * @returns {Promise<boolean>} Whether it was woken before there was a result. Not by `Promise.race`, which holds on to the one that
 *   has none yet, for each chunk.
 */
function isFirst(next, setWake) {
  return new Promise(resolve => {
    setWake(() => resolve(true));
    const settled = () => resolve(false);
    next.then(settled, settled);
  });
}

/**
 * @param {AsyncIterable<Buffer> | Iterable<Buffer>} chunks
 * @param {AsyncIterator<Buffer> | Iterator<Buffer>} iterator
 * @param {Promise<unknown> | null} next What is still waited for.
 */
async function giveUp(chunks, iterator, next) {
  if (next === null) {
    await iterator.return?.();
    return;
  }
  next.catch(() => {});
  // The iterator itself would wait for its chunk first.
  if ('destroy' in chunks && typeof chunks.destroy === 'function') chunks.destroy();
  else Promise.resolve(iterator.return?.()).catch(() => {});
}

const NOTHING = Buffer.alloc(0);
