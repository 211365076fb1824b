import { AFTER, DONE, FIELDS, LEFT, MAX_RECORD_BYTES, PLAN, STATE, WIDTH } from '../plan/edit-plan';
import { writeRecord } from '../write/write-record';
import { endOfLine } from './byte-bits';
import { countFiltered, countWritten } from './counts';
import { isText } from './text';
import { hasTypes, valuesFit } from './types';
import { FAIL, hasTests, lacksRequired, passes, takeBackTests, UNKNOWN } from './where';

/**
 * Filters or writes a record whose newline was found.
 *
 * @param field The entry for the end of its last field; 0 if it is not an empty line.
 * @param isWhole Whether it has all of its fields, and nothing that only JavaScript can write.
 * @param holdsNew Whether an unquoted field may need quotes.
 */
// @ts-ignore: decorator
@inline
export function finish(record: u32, newline: u32, field: u32, isWhole: bool, holdsNew: bool, isForCopy: bool): i32 {
  const recordEnd = endOfLine(record, newline);
  const width = load<u32>(PLAN, WIDTH);
  if (field == FIELDS + 4 && recordEnd == record && width > 1) return DONE;
  store<u32>(STATE, newline + 1, AFTER);
  if (!isWhole || newline + 1 - record > load<u32>(PLAN, MAX_RECORD_BYTES)) return LEFT;
  // JavaScript leaves out the mark of a file that is joined to another one.
  if ((load<u32>(record) & 0xff_ffff) == BYTE_ORDER_MARK) return LEFT;
  store<u32>(FIELDS + (width << 2), recordEnd);
  if (lacksRequired()) {
    countFiltered();
    return DONE;
  }
  if (hasTests()) {
    const answer = passes();
    if (answer == FAIL) {
      countFiltered();
      return DONE;
    }
    if (answer == UNKNOWN) {
      takeBackTests();
      return LEFT;
    }
  }
  if ((hasTypes() && !valuesFit()) || (isForCopy && !isText(record, newline))) {
    takeBackTests();
    return LEFT;
  }
  const outcome = writeRecord(record, isForCopy ? newline : recordEnd, newline + 1, holdsNew);
  if (outcome == DONE) countWritten();
  else takeBackTests();
  return outcome;
}

/** In UTF-8, the first byte lowest. */
const BYTE_ORDER_MARK: u32 = 0xbf_bbef;
