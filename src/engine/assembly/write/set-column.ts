import { countRead } from '../edit/counts';
import { OUTPUT_DELIMITER, PLAN, RECORDS_BEFORE, SET_TEXT } from '../plan/edit-plan';
import { put, putByte, putNumber } from './output';

/**
 * Writes a set column, and a delimiter behind it.
 *
 * @param part One of the PARTS.
 */
export function putColumn(part: u32, isFollowed: bool): void {
  if (load<i32>(part) == SET_TEXT) {
    put(load<u32>(part, 4), load<u32>(part, 8));
    return;
  }
  putNumber(u64(load<f64>(RECORDS_BEFORE)) + countRead() + 1);
  if (isFollowed) putByte(load<u32>(PLAN, OUTPUT_DELIMITER));
}
