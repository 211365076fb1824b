import { parseDecimal } from './decimal.js';
import { parseIsoTime } from './iso-time.js';

/** @import { Decimal } from './decimal.js' */
/** @import { Operand } from './recipe.js' */

/**
 * Reads what `lt`, `lte`, `gt` or `gte` compares a value with.
 *
 * @param {Operand} operand
 * @returns {{ kind: 'number', number: Decimal } | { kind: 'time', time: bigint } | null} `time` is in nanoseconds since 1970.
 *   Null if the operand is neither.
 */
export function parseOperand(operand) {
  const text = String(operand);
  const number = parseDecimal(text);
  if (number !== null) return { kind: 'number', number };
  const time = parseIsoTime(text);
  return time === null ? null : { kind: 'time', time };
}
