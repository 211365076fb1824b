import { endsWithCrlf, isNative, isNativeText, nativeDelimiter } from './dialect.js';
import { DecodedRecords } from './foreign/decoded-records.js';
import { ForeignRecords } from './foreign/records.js';
import { editText } from './foreign/text-editing.js';
import { planFields } from './plan/plan-fields.js';
import { RecordEditor } from './records/record-editor.js';
import { ValuesNotUtf8 } from './records/values-not-utf8.js';
import { copyDelimiter } from './write/copy-format.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { BadRecords } from './records/bad/bad-records.js' */
/** @import { CsvCounts } from './counts.js' */
/** @import { TableColumn, Transforms } from './plan/field-plan.js' */
/** @import { OpenText } from './foreign/text-editing.js' */
/** @import { Shape } from './shape.js' */

/**
 * What edits an entry's records. `foreign` is null for records that are RFC 4180 in UTF-8, `notUtf8` unless the entry is read as
 * UTF-8 and the rule does not say that it is.
 *
 * @typedef {object} OpenRecords
 * @property {RecordEditor} editor
 * @property {ForeignRecords | DecodedRecords | null} foreign
 * @property {ValuesNotUtf8 | null} notUtf8
 */

/** @typedef {(editing: ConstructorParameters<typeof RecordEditor>[0]) => RecordEditor} OpenEditor */

/**
 * Plans how records are edited, now that the opening of their entry is known, and opens what decodes, translates and edits them.
 *
 * @param {Shape} shape
 * @param {object} options
 * @param {CsvRule} options.rule
 * @param {Transforms} options.transforms
 * @param {number} options.maxRecordBytes
 * @param {BadRecords} options.bad Told of each bad record.
 * @param {CsvCounts} options.counts Updated here.
 * @param {(columns: TableColumn[], delimiter: string) => void} [options.onColumns] Called if the records go to a table: with what is
 *   between the fields for COPY.
 * @param {OpenEditor} [options.openEditor] Opens a `RecordEditor` that does more, or less.
 * @param {OpenText} [options.openText] What edits the text of foreign records, if not JavaScript does.
 * @returns {OpenRecords}
 * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`, `csv/nothing-kept`
 */
export function openRecords({ dialect, names, width }, options) {
  const { rule, transforms, maxRecordBytes, bad, counts, onColumns, openEditor, openText = editText } = options;
  const plan = planFields(rule, transforms, names, width);
  counts.missing = plan.missing;
  // What has to be translated is measured before.
  const editorLimit = isNativeText(dialect) ? maxRecordBytes : Number.MAX_SAFE_INTEGER;
  const delimiter = nativeDelimiter(dialect).charCodeAt(0);
  if (plan.table !== null) onColumns?.(plan.table.columns, String.fromCharCode(copyDelimiter(delimiter)));
  const editing = {
    plan,
    rule,
    delimiter,
    trailingDelimiter: dialect.trailingDelimiter,
    endsWithCrlf: endsWithCrlf(dialect),
    bad,
    maxRecordBytes: editorLimit,
    counts,
  };
  const editor = openEditor?.(editing) ?? new RecordEditor(editing);
  const isWatched = rule.encoding === 'auto' && dialect.encoding === 'utf-8';
  const notUtf8 = isWatched ? new ValuesNotUtf8({ rule, dialect, width, maxRecordBytes: editorLimit, counts }) : null;
  return { editor, foreign: openForeign({ dialect, editor, maxRecordBytes, openText, notUtf8 }), notUtf8 };
}

/** @param {ConstructorParameters<typeof ForeignRecords>[0]} options */
function openForeign({ dialect, ...options }) {
  if (isNative(dialect)) return null;
  if (!isNativeText(dialect)) return new ForeignRecords({ dialect, ...options });
  return new DecodedRecords({ encoding: dialect.encoding, ...options });
}
