import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from letting its heap grow for the sake of speed: for work that leaves a little behind for each of very many
 * things, so that memory would grow with their number. What V8's flags on the command line say, stays.
 */
export function keepHeapSmall() {
  for (const flag of FLAGS) setFlagsFromString(flag);
}

/** From how many things on it is worth it. */
export const MANY = 1_000;

const FLAGS = ['--semi-space-growth-factor=1', '--optimize-for-size'];
