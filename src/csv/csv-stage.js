import { createPhoneFormatter } from '../phone/phone-formatter.js';
import { BlockEditor } from './block-editor.js';
import { throughHighland } from './through-highland.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { PhoneFormatter } from '../phone/phone-formatter.js' */
/** @import { CsvCounts } from './record-editor.js' */

/**
 * The highland stage that carries out a CSV rule: an entry's bytes in, however they are cut; blocks of whole, edited
 * records out. Bad records that are set aside go to `reject`, which is waited for.
 *
 * @param {object} options
 * @param {CsvRule} options.rule
 * @param {number} options.maxRecordBytes
 * @param {number} options.maxDescribed How many bad records are described in `counts`.
 * @param {CsvCounts} options.counts Counted up as records go by.
 * @param {(bytes: Buffer) => Promise<void>} options.reject
 * @param {(chunk: Buffer) => void} [options.release] Told of each chunk that holds bytes, in order, once it is used up.
 * @returns {(chunks: AsyncIterable<Buffer>, pipeline: { signal: AbortSignal }) => AsyncGenerator<Buffer, void>} For
 *   `stream.pipeline`, whose signal says that it failed elsewhere. Fails with a CsvError or a LimitError.
 */
export function csvStage({ rule, maxRecordBytes, maxDescribed, counts, reject, release = () => {} }) {
  return async function* edited(chunks, pipeline) {
    const formatters = await openFormatters(rule.phones);
    const editor = new BlockEditor({ rule, formatters, maxRecordBytes, maxDescribed, counts, release });
    const edit = throughHighland(bytes => bytes.map(chunk => editor.edit(chunk, chunk === END)));

    /** @param {Buffer} chunk */
    const blocksOf = async function* (chunk) {
      for (const { output, rejected } of edit(chunk)) {
        for (const bytes of rejected) {
          if (!pipeline?.signal?.aborted) await reject(bytes);
        }
        for (const bytes of output) {
          counts.bytesOut += bytes.length;
          yield bytes;
        }
      }
    };
    for await (const chunk of chunks) yield* blocksOf(chunk);
    yield* blocksOf(END);
  };
}

/**
 * @param {CsvRule['phones']} phones
 * @returns {Promise<PhoneFormatter[]>} In the same order.
 */
export function openFormatters(phones) {
  return Promise.all(
    phones.map(({ format, country }) => (format === 'strip' ? null : createPhoneFormatter({ format, country }))),
  );
}

// Follows the entry's last chunk.
const END = Buffer.alloc(0);
