import { RFC_4180 } from './dialect.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { BadRecords, BadRecordsState } from './records/bad/bad-records.js' */
/** @import { OutsideLine } from './opening/opening.js' */
/** @import { PendingBytes } from './text/pending-bytes.js' */
/** @import { Shape } from './shape.js' */
/** @import { ValuesNotUtf8 } from './records/values-not-utf8.js' */

/**
 * The state of a `BlockEditor` between two chunks: plain data from which another process can resume. `rest` begins with a
 * record, perhaps an incomplete one; `position` is where it begins in the entry. `footer`: the lines behind the last record, of an
 * entry that was seen to its end.
 *
 * @typedef {Shape & { position: number, rest: Buffer, bad: BadRecordsState, beyondAscii?: Buffer, footer?: OutsideLine[] }} BlockEditorState
 *
 * The state as the version before wrote it, when there was one dialect.
 *
 * @typedef {Omit<Shape, 'dialect'> & { delimiter: number, position: number, rest: Buffer }} FormerState
 */

/**
 * @param {Shape} shape
 * @param {{ position: number, pending: PendingBytes, bad: BadRecords, notUtf8: ValuesNotUtf8 | null, footer: OutsideLine[] }} editor
 * @returns {BlockEditorState}
 */
export function stateOf(shape, { position, pending, bad, notUtf8, footer }) {
  const rest = Buffer.from(pending.bytes);
  const sample = notUtf8?.sample ?? rest.subarray(0, 0);
  const state = { ...shape, position, rest, bad: bad.snapshot() };
  return { ...state, ...(sample.length > 0 && { beyondAscii: sample }), ...(footer.length > 0 && { footer }) };
}

/**
 * @param {BlockEditorState | FormerState} state
 * @param {CsvRule} rule
 * @returns {Shape} What the opening of the entry has shown.
 */
export function shapeIn(state, rule) {
  const { names, width } = state;
  return { dialect: 'dialect' in state ? state.dialect : formerDialect(state, rule), names, width };
}

/**
 * Restores what was found in the records so far.
 *
 * @param {BlockEditorState | FormerState} state
 * @param {{ bad: BadRecords, notUtf8: ValuesNotUtf8 | null, footer: OutsideLine[] }} editor Its shape is restored.
 */
export function restoreFindings(state, editor) {
  if ('bad' in state) editor.bad.restore(state.bad);
  if ('beyondAscii' in state && state.beyondAscii) editor.notUtf8?.restore(state.beyondAscii);
  if ('footer' in state && state.footer) editor.footer = state.footer;
}

/**
 * @param {FormerState} state
 * @param {CsvRule} rule
 * @returns {Shape['dialect']}
 */
function formerDialect({ delimiter }, { header }) {
  return { ...RFC_4180, delimiter: String.fromCharCode(delimiter), headerRows: header === true ? 1 : 0 };
}
