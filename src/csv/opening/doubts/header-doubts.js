import { CsvError } from '../../../errors.js';
import { fieldsIn } from '../../plan/fields-in.js';
import { doubtAboutEnd } from '../header/header-end.js';
import { doubtAboutNames } from '../header/missing-names.js';
import { refuseCutValue } from './cut-value.js';
import { refuseDrawnGrid } from './drawn-grid.js';
import { refuseFixedWidths } from './fixed-widths.js';
import { refuseForeignLines } from './foreign-lines.js';
import { refuseLabelledLines } from './labelled-lines.js';
import { doubtAboutFields } from './lost-fields.js';
import { refuseLostRecord } from './lost-record.js';
import { refuseMixedDelimiters } from './mixed-delimiters.js';
import { refuseOddWidths } from './odd-widths.js';
import { refuseOtherDelimiterBelow } from './other-delimiter-below.js';
import { refuseOtherLineEnds } from './other-line-ends.js';
import { doubtAboutTitle } from './title-doubts.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */

/**
 * Refuses a header that nobody would believe, where the rule names fields.
 *
 * @param {CsvRule} rule
 * @param {string[] | null} names As found; null if there is no header.
 * @param {Table} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/bad-header`, `csv/ambiguous-dialect`
 */
export function refuseDoubtfulHeader(rule, names, table, text) {
  const { header, delimiter, skipLines } = rule;
  if (fieldsIn(rule).length === 0) return;
  const isGiven = Array.isArray(header);
  if (names === null || isGiven) refuseLostRecord(table, text);
  const isNamed = names !== null && !isGiven;
  if (delimiter === 'auto') {
    refuseFixedWidths(table, text);
    refuseDrawnGrid(rule, table, isNamed, text);
    refuseLabelledLines(rule, table, text);
    if (isNamed) refuseMixedDelimiters(table, text);
    refuseForeignLines(rule, table, isNamed, text);
    refuseCutValue(rule, table, text);
  }
  if (!isGiven) {
    // The rule says where the header is, and how it is split.
    if (header !== 'auto' && delimiter !== 'auto' && skipLines !== 'auto') return;
    // There is nothing to be published.
    if (names === null && table.records.length === 0) return;
    refuseOtherLineEnds(table, text);
    const doubt =
      doubtAboutNames(rule, names, table, text) ??
      (names === null ? null : doubtAboutEnd(rule, names, table, text)) ??
      doubtAboutTitle(rule, names, table, text) ??
      doubtAboutFields(rule, names, table, text);
    if (doubt !== null) throw new CsvError('csv/bad-header', doubt);
  }
  refuseOtherDelimiterBelow(rule, table, text);
  if (delimiter === 'auto') refuseOddWidths(rule, isNamed, table);
}
