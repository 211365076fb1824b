import { drawsAll } from '../../support/cases.js';
import { EVENT_DIMENSIONS } from './events.js';
import { HEADER_DIMENSIONS } from './headers.js';
import { NAME_DIMENSIONS } from './names.js';
import { RECIPE_DIMENSIONS } from './recipes.js';
import { RECORD_DIMENSIONS } from './records.js';
import { STORED_DIMENSIONS } from './stored.js';

/** @import { Dimension } from './dimension.js' */

/**
 * All dimensions, if all cases are drawn. Otherwise what can be put through two commands goes through one of them, and the two take
 * turns; of the openings, every third is drawn.
 *
 * @returns {Dimension[]}
 */
export function drawDimensions() {
  const all = [
    ...[...NAME_DIMENSIONS, ...HEADER_DIMENSIONS, ...RECORD_DIMENSIONS],
    ...[...RECIPE_DIMENSIONS, ...EVENT_DIMENSIONS, ...STORED_DIMENSIONS],
  ];
  if (drawsAll) return all;
  const seed = Number(process.env.TEST_SEED ?? 1);
  const [openings, others] = [true, false].map(are => all.filter(({ title }) => title.startsWith(OPENING) === are));
  const alike = Map.groupBy(others, ({ title }) => title);
  return [
    ...openings.filter((_, index) => (index + seed) % 3 === 0),
    ...Array.from(alike.values(), (same, index) => same[(index + seed) % same.length]),
  ];
}

const OPENING = 'an opening of "';
