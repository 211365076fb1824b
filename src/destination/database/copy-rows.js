import { Writable } from 'node:stream';
import { releaseChunk } from '../../memory/chunk-memory.js';

/** @import { CopyStreamQuery } from 'pg-copy-streams' */
/** @import { Connection } from './connect.js' */

/**
 * A writable that sends an entry's rows to the server, at the server's pace. Ending it ends the `COPY`; destroying it
 * leaves it open, to end with its connection.
 *
 * @param {Pick<Connection, 'copy' | 'awaited' | 'socket'>} connection
 * @param {object} how
 * @param {() => Promise<string | null>} how.begin Called with the first rows, or at the end: the `COPY` statement; null if the
 *   entry has no columns, and so no rows.
 * @param {(rows: number) => Promise<void>} how.finish Called when the server has taken all.
 * @param {(error: unknown) => Promise<Error>} how.explain Never fails.
 * @returns {Writable}
 */
export function copyRows(connection, { begin, finish, explain }) {
  /** @type {CopyStreamQuery | null} */
  let copy = null;
  /** @type {{ error: unknown } | null} */
  let failure = null;
  /** Fails the step under way. A failed stream of `pg-copy-streams` does not call back. @type {(error: unknown) => void} */
  let fail = () => {};

  const start = async () => {
    const sql = await begin();
    if (sql === null) return null;
    const stream = connection.copy(sql);
    stream.on('error', error => {
      failure ??= { error };
      fail(error);
    });
    return stream;
  };
  /** @param {(done: () => void, stream: CopyStreamQuery) => void} step */
  const take = async step => {
    copy ??= await start();
    const stream = copy;
    if (stream === null) return;
    const taken = new Promise((resolve, reject) => {
      if (failure !== null) return reject(failure.error);
      fail = reject;
      step(() => resolve(null), stream);
    });
    await connection.awaited(taken);
  };

  const writable = new Writable({
    write(chunk, _encoding, done) {
      take((sent, stream) => stream.write(chunk, () => sent())).then(
        () => {
          // Otherwise the socket still holds its last bytes, and the garbage collector frees it.
          if (connection.socket.writableLength === 0) releaseChunk(chunk);
          done();
        },
        async error => done(await explain(error)),
      );
    },
    final(done) {
      take((ended, stream) => void stream.once('finish', ended).end())
        .then(() => finish(copy?.rowCount ?? 0))
        .then(
          () => done(),
          async error => done(await explain(error)),
        );
    },
  });
  // The pipeline reports an error; without a listener, it would also be uncaught.
  writable.on('error', () => {});
  return writable;
}
