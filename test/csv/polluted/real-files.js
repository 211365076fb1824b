import { bankExports } from './real/bank-exports.js';
import { instruments } from './real/instruments.js';
import { oddCells } from './real/odd-cells.js';
import { programs } from './real/programs.js';
import { spreadsheets } from './real/spreadsheets.js';

/** Miniatures of files as they are really sent. */
export function realFiles() {
  return [...spreadsheets, ...bankExports, ...instruments, ...programs, ...oddCells];
}
