import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { editAll } from '../csv/edit-all.js';
import { splitRecords } from '../csv/opening/text/split-records.js';
import { MOST_PIECE_BYTES, pieceBytesFor } from '../csv/text/piece-bytes.js';
import { openTransforms } from '../csv/transforms/open-transforms.js';
import { pendingOutcome } from '../entry-outcome.js';
import { CsvError, LimitError, reportError } from '../errors.js';
import { bytesIn, Turns } from '../streams/turns.js';
import { openSampleEditor, RFC_4180_READING, valuesOf } from './sample-editor.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Facts } from '../csv/transforms/set.js' */
/** @import { RecordEditor } from '../csv/records/record-editor.js' */
/** @import { ErrorReport } from '../errors.js' */
/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { Sample } from './take-sample.js' */

/**
 * What a rule makes of an entry's first records. `rows`: by the records' numbers; a record that is not written has none.
 *
 * @typedef {{ header: string[] | null, rows: Map<number, string[]>, error: ErrorReport | null, missing: string[] }} Applied
 */

/**
 * Edits a sample as a job would, with a hash key that nobody has.
 *
 * @param {Sample} sample
 * @param {object} options
 * @param {CsvRule} options.rule
 * @param {Entry} options.entry
 * @param {Facts} options.facts
 * @param {number} options.maxRecordBytes
 * @param {number} options.maxRows
 * @returns {Promise<Applied>}
 */
export async function applyRule({ bytes, isWhole }, { rule, entry, facts, maxRecordBytes, maxRows }) {
  const counts = pendingOutcome(entry, 'csv');
  const transforms = await openTransforms(rule, { hashKey: HASH_KEY, facts });
  /** @type {Applied} */
  const applied = { header: null, rows: new Map(), error: null, missing: [] };
  /** @type {NonNullable<Parameters<typeof openSampleEditor>[0]['onColumns']>} */
  const onColumns = columns => {
    applied.header = columns.map(({ name }) => name);
  };
  const hasHeader = () => applied.header === null && ((counts.dialect?.headerRows ?? 0) > 0 || rule.writeHeader);
  const editor = openSampleEditor(
    { rule, transforms, maxRecordBytes, maxDescribed: 0, counts, entry: entry.name, onColumns },
    ({ number, isWritten }, { output, writer }) => {
      if (applied.rows.size >= maxRows) return;
      const written = readWritten(output.take(true), writer);
      if (hasHeader()) applied.header = written.shift() ?? null;
      if (isWritten && written.length > 0) applied.rows.set(number, written[written.length - 1]);
    },
  );
  try {
    /** @type {Buffer[]} */
    const rest = [];
    const turns = new Turns();
    const pieceBytes = pieceBytesFor(rule);
    // The smaller the pieces are, the more each of their bytes costs.
    const workOfAByte = MOST_PIECE_BYTES / pieceBytes;
    for (const { output } of editAll(editor, bytes, isWhole, pieceBytes)) {
      if (hasHeader()) rest.push(...output);
      // An opening has no output yet, and its header may have very many names.
      await (output.length === 0 ? setImmediate() : turns.before(bytesIn(output) * workOfAByte));
    }
    rest.push(...editor.take(true).output);
    // The header of an entry without records comes last.
    if (hasHeader() && editor.editor !== null) applied.header = readWritten(rest, editor.editor.writer)[0] ?? null;
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof LimitError)) throw error;
    applied.error = reportError(error);
  }
  editor.pending.clear();
  return { ...applied, missing: counts.missing };
}

/**
 * @param {Buffer[]} blocks Of output.
 * @param {RecordEditor['writer']} writer
 * @returns {string[][]} Its records' values.
 */
function readWritten(blocks, { outputDelimiter }) {
  const text = Buffer.concat(blocks).toString('latin1').replace(BYTE_ORDER_MARK, '');
  const delimiter = String.fromCharCode(outputDelimiter);
  const records = splitRecords(text, { ...RFC_4180_READING, delimiter }, true);
  return records.map(({ start, end }) => valuesOf(text.slice(start, end), delimiter));
}

const HASH_KEY = randomBytes(32);
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/;
