import highland from 'highland';

/**
 * Sends values through a highland transform, one at a time: highland calls its steps and hands their results on, but does not wait,
 * buffer or give back-pressure. The transform must be synchronous. All waiting is done outside, because ends and errors get lost
 * between highland's streams and Node's, and highland's buffers while it waits burden the garbage collector.
 *
 * @template In, Out
 * @param {(values: Highland.Stream<In>) => Highland.Stream<Out>} transform
 * @returns {(value: In) => Out[]} Sends one value and returns its results. Throws what the transform threw; the next value
 *   may be sent all the same.
 */
export function throughHighland(transform) {
  /** @type {Highland.Stream<In>} */
  const values = highland();
  /** @type {Out[]} */
  let results = [];
  /** @type {Error | null} */
  let failure = null;
  transform(values)
    .errors(error => {
      failure = error;
    })
    .each(result => results.push(result));
  return value => {
    values.write(value);
    const taken = results;
    results = [];
    if (failure === null) return taken;
    const thrown = failure;
    failure = null;
    throw thrown;
  };
}
