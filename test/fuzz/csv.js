import assert, { AssertionError } from 'node:assert/strict';
import { releaseChunk } from '../../src/memory/chunk-memory.js';
import { editInJavaScript, newCounts } from '../csv/edit-entry.js';
import { isForeign, reference } from '../csv/reference.js';
import { readDialect, readRecords } from '../csv/reference-records.js';
import { runEngineEditor } from '../engine/run-engine-editor.js';
import { drawCase } from './csv-case.js';
import { expectedOf } from './csv-expected.js';
import { read, readByCsvParse } from './csv-parse-reading.js';

/** @import { CsvCase } from './csv-case.js' */

export const name = 'csv';

/**
 * Edits one text with the JavaScript editor, in one piece and in many, and with the engine, and compares the results with
 * the reference and csv-parse.
 *
 * @param {number} seed 32 bits. It decides everything.
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {AssertionError} Any of them differs. It has the case, and its text as `input`.
 */
export async function tryCase(seed) {
  const drawn = drawCase(seed);
  try {
    const { difference, outcome } = await check(drawn);
    return { category: difference ? `${drawn.kind}: ${difference}` : drawn.kind, outcome };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const error = new AssertionError({ message: `csv, seed ${seed}: ${message}\n${JSON.stringify(drawn)}` });
    throw Object.assign(error, { input: Buffer.from(drawn.text, 'latin1') });
  }
}

/** @param {CsvCase} drawn */
async function check(drawn) {
  const { text, rule } = drawn;
  const cut = await runInJavaScript(drawn, drawn.sizes);
  // A CR at the end of a file with CRLF is a cut line end. Where the opening fails, it does not matter.
  const isCut = cut.counts.dialect?.lineEnds.join() === 'crlf';
  const { mark, delimiter } = readDialect(text, rule, isCut);
  const wanted = reference(Buffer.from(text, 'latin1'), { ...drawn, isCut });
  const whole = await runInJavaScript(drawn, []);
  // Where an entry fails, the chunks decide how much of it was looked at.
  if (cut.error === null) assert.deepEqual(whole.counts.notUtf8, cut.counts.notUtf8);
  const inEngine = runEngineEditor(drawn, drawn.sizes, drawn.outputBytes);
  for (const { error, counts: allCounts, output, rejected } of [cut, whole, inEngine]) {
    const { notUtf8: _, ...counts } = allCounts;
    assert.deepEqual(counts.dialect, cut.counts.dialect);
    if (isForeign(text, rule, { counts, error })) {
      assert.deepEqual(error && placeOf(error), cut.error && placeOf(cut.error));
      const { notUtf8: __, ...cutCounts } = cut.counts;
      assert.deepEqual(counts, cutCounts);
      if (error === null) assert.deepEqual({ output, rejected }, { output: cut.output, rejected: cut.rejected });
      continue;
    }
    assert.deepEqual(error && placeOf(error), wanted.error);
    assert.deepEqual({ ...counts, bytesOut: 0, dialect: null }, { ...wanted.counts, bytesOut: 0 });
    if (error) continue;
    assert.equal(output, wanted.output.toString('latin1'), 'the output is another one');
    assert.equal(rejected, wanted.rejected.toString('latin1'), 'other records are set aside');
    assert.equal(counts.bytesOut, output.length);
  }
  if (isForeign(text, rule, cut)) return { difference: '', outcome: 'read in another way' };
  if (wanted.error) return { difference: '', outcome: wanted.error.code };

  const ours = readRecords(text, mark.length, text.length, delimiter, drawn.maxRecordBytes, isCut);
  const { difference, records } = readByCsvParse(text, delimiter, ours);
  const { counts, output, rejected } = cut;
  const { read: all, written, filtered, bad, skipped } = counts.records;
  assert.equal(all, written + filtered + bad, 'records got lost');
  const outputDelimiter = rule.output.delimiter ?? delimiter;
  const expected = expectedOf({ text: text.slice(mark.length), rule, delimiter, records, ours });
  assert.equal(all + skipped + expected.header + expected.emptyLines, ours.length, 'records got lost');
  assert.equal(rejected, rule.badRecords === 'quarantine' ? expected.bad : '', 'not the bytes of the bad records');
  if (rule.badRecords === 'keep' && bad > 0)
    return { difference, outcome: 'right bytes, with bad records as they were' };
  assert.ok(output.startsWith(mark));
  const again = read(output.slice(mark.length), outputDelimiter, true);
  assert.equal(again.code, null, 'csv-parse refuses the output');
  assert.deepEqual(
    again.records.map(({ values }) => values),
    expected.rows,
    'csv-parse reads another output',
  );
  return { difference, outcome: bad + skipped > 0 ? 'right bytes, bad records apart' : 'right bytes' };
}

/**
 * Releases blocks once they are read, as a destination does, so that a write to a released block is noticed.
 *
 * @param {CsvCase} drawn
 * @param {readonly number[]} sizes
 */
async function runInJavaScript({ text, rule, maxRecordBytes, maxDescribed }, sizes) {
  const counts = newCounts();
  let output = '';
  let rejected = '';
  /** @type {any} */
  let error = null;
  try {
    for await (const block of editInJavaScript({ rule, maxRecordBytes, maxDescribed, counts }, chunksOf(text, sizes))) {
      for (const bytes of block.rejected) rejected += bytes.toString('latin1');
      for (const bytes of block.output) output += bytes.toString('latin1');
      [...block.rejected, ...block.output].forEach(releaseChunk);
    }
  } catch (failure) {
    error = failure;
  }
  return { output, rejected, counts, error };
}

/**
 * @param {string} text
 * @param {readonly number[]} sizes
 */
function chunksOf(text, sizes) {
  const entry = Buffer.from(text, 'latin1');
  const chunks = [];
  let from = 0;
  for (const size of sizes) {
    if (from >= entry.length) break;
    chunks.push(entry.subarray(from, from + size));
    from += size;
  }
  if (from < entry.length) chunks.push(entry.subarray(from));
  return chunks;
}

/** @param {any} error */
function placeOf({ code, message, record = null, byte = null }) {
  const named = code === 'limit/record' ? /^record (\d+) at byte (\d+) /.exec(message) : null;
  return { code, record: named ? Number(named[1]) : record, byte: named ? Number(named[2]) : byte };
}
