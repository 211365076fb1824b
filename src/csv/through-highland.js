import highland from 'highland';

/**
 * Runs things through a highland transform, one at a time. Waiting stays outside: between highland's streams and Node's,
 * ends and errors get lost, and what highland keeps while it waits is work for the garbage collector.
 *
 * @template In, Out
 * @param {(things: Highland.Stream<In>) => Highland.Stream<Out>} transform Answers at once.
 * @returns {(thing: In) => Out[]} What comes of one. Throws what the transform threw.
 */
export function throughHighland(transform) {
  /** @type {Highland.Stream<In>} */
  const things = highland();
  /** @type {Out[]} */
  let results = [];
  /** @type {Error | null} */
  let failure = null;
  transform(things)
    .stopOnError(error => {
      failure = error;
    })
    .each(result => results.push(result));
  return thing => {
    things.write(thing);
    if (failure !== null) throw failure;
    const taken = results;
    results = [];
    return taken;
  };
}
