/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * Finds out once for each kind of command in what order its middleware runs. The SDK copies and sorts all of it for each request:
 * 6 % of the CPU time that very many small objects take. Call it when the client has all of its middleware. Commands must not
 * bring any of their own.
 *
 * @param {S3Client} client
 */
export function keepMiddlewareOrder(client) {
  /** @type {Map<Function, Stack>} */
  const stacks = new Map();
  /** @param {any} command @param {object} [options] */
  const send = async (command, options) => {
    const kind = command.constructor;
    const known = stacks.get(kind);
    // The command would fill it with middleware for sorting.
    if (known !== undefined) command.middlewareStack = UNUSED;
    const stack = known ?? unsorted(client, kind, order => stacks.set(kind, inOrder(order)));
    const { output } = await command.resolveMiddleware(stack, client.config, options)(command);
    return output;
  };
  client.send = /** @type {any} */ (send);
}

/**
 * @param {S3Client} client
 * @param {new (input: object) => any} kind
 * @param {(order: Middleware[]) => void} onOrder
 * @returns {Stack}
 */
function unsorted({ middlewareStack }, kind, onOrder) {
  return {
    concat(own) {
      const all = middlewareStack.concat(own);
      // A new command's stack is empty.
      onOrder(orderIn(all, new kind({}).middlewareStack));
      return all;
    },
  };
}

/**
 * @param {Middleware[]} order
 * @returns {Stack}
 */
function inOrder(order) {
  /** @param {Handler} handler @param {object} context */
  const resolve = (handler, context) => order.reduceRight((next, middleware) => middleware(next, context), handler);
  return { concat: () => ({ resolve }) };
}

/**
 * Lets the SDK sort middleware that only tells when it is resolved: from the last to the first.
 *
 * @param {any} stack
 * @param {any} empty
 * @returns {Middleware[]}
 */
function orderIn(stack, empty) {
  /** @type {Middleware[]} */
  const order = [];
  /** @param {Middleware} middleware @param {object} place */
  const telling = (middleware, place) => {
    const tell = (/** @type {Handler} */ next) => {
      order.unshift(middleware);
      return next;
    };
    return [tell, { ...place, middleware: tell }];
  };
  stack.applyToStack({
    add: (/** @type {Middleware} */ middleware, /** @type {object} */ place) =>
      empty.add(...telling(middleware, place)),
    addRelativeTo: (/** @type {Middleware} */ middleware, /** @type {object} */ place) =>
      empty.addRelativeTo(...telling(middleware, place)),
  });
  empty.resolve(() => {}, {});
  return order;
}

const UNUSED = { use() {} };

/** @typedef {(args: any) => Promise<any>} Handler */
/** @typedef {(next: Handler, context: any) => Handler} Middleware */
/** @typedef {{ concat: (own: any) => { resolve: (handler: Handler, context: object) => Handler } }} Stack What a command needs. */
