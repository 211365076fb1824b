import { Readable, Writable } from 'node:stream';

/** @import { Destination, Output } from '../../src/destination/open.js' */

/**
 * A destination in memory that records what was done to it.
 *
 * @param {{ fail?: (path: string, act: string) => void }} [options] `fail` may throw, before anything is done.
 * @returns {Destination & { files: Map<string, Buffer>, acts: string[], live: () => number }} `live`: how many outputs
 *   are neither committed nor suspended nor aborted.
 */
export function memoryDestination({ fail = () => {} } = {}) {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  /** @type {string[]} */
  const acts = [];
  let live = 0;
  /**
   * @param {string} act
   * @param {string} path
   */
  const note = async (act, path) => {
    await undefined;
    fail(path, act);
    acts.push(`${act} ${path}`);
  };
  /**
   * @param {string} path
   * @param {Buffer[]} chunks
   * @returns {Output}
   */
  const open = (path, chunks) => {
    let isClosed = false;
    const close = () => {
      if (!isClosed) live -= 1;
      isClosed = true;
    };
    live += 1;
    const writable = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
    });
    writable.on('error', () => {});
    const abort = async () => {
      writable.destroy();
      close();
    };
    return {
      uri: `memory/${path}`,
      writable,
      async commit() {
        await note('commit', path);
        if (!writable.writableFinished) throw new Error(`${path} is committed before it has finished`);
        files.set(path, Buffer.concat(chunks));
        close();
        return 'written';
      },
      abort,
      release: abort,
      async suspend() {
        await note('suspend', path);
        if (!writable.writableFinished) throw new Error(`${path} is suspended before it has finished`);
        close();
        return { state: { storage: 'memory' }, rest: Buffer.concat(chunks) };
      },
    };
  };
  return {
    uri: 'memory',
    files,
    acts,
    live: () => live,
    locate: path => `memory/${path}`,
    pathOf: address => (address.startsWith('memory/') ? address.slice('memory/'.length) : null),
    fold: path => path,
    foldersOfOthers: () => [],
    isConditional: false,
    begin: async () => {},
    close: async () => {},
    prefetch() {},
    read: async (path, consume) => {
      const bytes = files.get(path);
      return bytes ? consume(Readable.from([bytes])) : null;
    },
    isOwn: async () => true,
    present: paths => paths,
    async removeOwn(path) {
      await note('remove', path);
      return files.delete(path);
    },
    async removeAny(path, check) {
      await note('remove', path);
      await check(true);
      return files.delete(path);
    },
    memoryFor: () => null,
    inFlightBytes: 32 * 1024 ** 2,
    heldBytes: () => 1024 ** 2,
    async hold(path, bytes) {
      await note('create', path);
      return {
        uri: `memory/${path}`,
        async commit() {
          await note('commit', path);
          files.set(path, Buffer.from(bytes));
          return 'written';
        },
      };
    },
    async create(path) {
      await note('create', path);
      return open(path, []);
    },
    async resume(path, { rest }) {
      await note('resume', path);
      return open(path, [rest]);
    },
    discard: path => note('discard', path),
  };
}
