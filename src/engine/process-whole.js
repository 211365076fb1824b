import { setImmediate } from 'node:timers/promises';
import { decryptChunks } from './decryption/decrypt-chunks.js';
import { openDecryption } from './decryption/open-decryption.js';
import { explainByPassword } from './decryption/wrong-password.js';
import { acquireEngine, releaseEngine } from './engine.js';
import { inflateZstd } from './inflate-zstd.js';
import { openWork } from './open-work.js';
import { isResumable, MS_BETWEEN_TURNS } from './stage.js';

/** @import { EditedBytes } from '../csv/edited-bytes.js' */
/** @import { StageOptions } from './stage.js' */

/**
 * Does with the bytes of a small entry what the stage does with those of a streamed one. The promises of a stream's generators would
 * cost a tenth of such an entry.
 *
 * @param {StageOptions} options Without a `pause`.
 * @param {Buffer} bytes All that the archive has of the entry.
 * @param {(bytes: Buffer) => void} write Takes its output.
 * @throws {ArchiveError | CsvError | LimitError | StoppedError} As the stage fails; or what `write` throws.
 */
export async function processWhole(options, bytes, write) {
  const { entry, outcome, password = null, reject, explain, onProgress, throwIfStopped = () => {} } = options;
  const engine = acquireEngine();
  try {
    const work = await openWork(engine, options, undefined);
    let lastTurnAt = performance.now();

    /** @param {Iterable<EditedBytes>} results */
    const takeAll = async results => {
      for (const { output, rejected, reasons } of results) {
        onProgress();
        for (const block of rejected) await reject(block);
        for (const block of reasons) await explain(block);
        for (const block of output) {
          outcome.bytesOut += block.length;
          write(block);
        }
        if (performance.now() - lastTurnAt >= MS_BETWEEN_TURNS) {
          await setImmediate();
          lastTurnAt = performance.now();
        }
        if (work.isBehind) throwIfStopped();
      }
    };

    if (!isResumable(entry)) {
      const decrypted = decryptChunks([bytes], openDecryption(engine, entry, password, false));
      for await (const chunk of inflateZstd(decrypted, entry)) await takeAll(work.feed(chunk));
    } else if (bytes.length > 0) {
      await takeAll(work.feed(bytes));
    }
    await takeAll(work.end());
  } catch (error) {
    // The step that failed has counted its bytes. It may be the entry's only one.
    onProgress();
    throw explainByPassword(error, entry);
  } finally {
    releaseEngine(engine);
  }
}
