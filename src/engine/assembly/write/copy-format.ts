import { CR, QUOTE } from '../plan/edit-plan';
import { contains } from './output';

/** Whether COPY would read an unquoted field differently without quotes, as `needsQuotesForCopy` in csv/copy-format.js says. */
export function needsQuotesForCopy(start: u32, end: u32): bool {
  return contains(start, end, QUOTE) || contains(start, end, CR) || isEndMarker(start, end);
}

function isEndMarker(start: u32, end: u32): bool {
  return end - start == 2 && load<u16>(start) == END_MARKER;
}

/** `\.` */
const END_MARKER: u32 = 0x2e5c;
