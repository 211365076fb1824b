import { guessEncoding } from '../csv/records/guess-encoding.js';
import { CsvError, LimitError } from '../errors.js';
import { takeSample } from './take-sample.js';

/** @import { Sample } from './take-sample.js' */

/**
 * Reads a sample again in the encoding that it looks like, where it is not UTF-8 and the rule names no encoding.
 *
 * @param {Sample} sample
 * @param {Parameters<typeof takeSample>[1]} options Those that it was taken with.
 * @returns {Promise<{ read: Sample, encoding: string }>} `encoding`: the one it is read in, or `ascii`.
 */
export async function readWithGuess(sample, options) {
  const { bytes, isWhole, dialect } = sample;
  const found = { read: sample, encoding: dialect.encoding };
  if (options.rule.encoding !== 'auto' || dialect.encoding !== 'utf-8') return found;
  const encoding = guessEncoding(bytes);
  if (encoding === 'ascii' || encoding === 'utf-8') return { read: sample, encoding };
  try {
    // A copy, which may be overwritten.
    const chunks = [{ bytes: Buffer.from(bytes), isEnd: isWhole }];
    const read = await takeSample(chunks, { ...options, rule: { ...options.rule, encoding } });
    return read === null || read.width === 0 ? found : { read, encoding };
  } catch (error) {
    if (error instanceof CsvError || error instanceof LimitError) return found;
    throw error;
  }
}
