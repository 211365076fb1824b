/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { BadRecords } from './bad/bad-records.js' */
/** @import { CsvCounts } from '../counts.js' */
/** @import { EditedBytes } from '../edited-bytes.js' */
/** @import { Opened } from '../opening/opening.js' */

/**
 * Ends an entry that has no records: what is left of it is its byte order mark, and lines that are skipped.
 *
 * @param {Opened} opened
 * @param {{ rule: CsvRule, bad: BadRecords, counts: CsvCounts }} editor
 * @returns {EditedBytes}
 */
export function endEmpty({ mark, dialect, names, width, skipped }, { rule, bad, counts }) {
  counts.dialect = dialect;
  bad.begin({ dialect, names, width });
  for (const { byte, raw } of skipped) bad.addSkipped({ record: 1, byte, code: 'csv/skipped' }, raw.length);
  bad.reasons.end();
  const rejected = rule.badRecords !== 'skip' ? skipped.map(({ raw }) => raw) : [];
  return { output: rule.table === null ? [mark] : [], rejected, reasons: bad.take(true) };
}
