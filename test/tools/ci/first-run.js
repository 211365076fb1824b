import { existsSync, writeFileSync } from 'node:fs';

/** Whether a case runs for the first time: a later run finds the file that `FIRST_RUN_MARK` names. */
export function isFirstRun() {
  const mark = process.env.FIRST_RUN_MARK ?? '';
  if (existsSync(mark)) return false;
  writeFileSync(mark, '');
  return true;
}
