import PEOPLE_RECIPE from '../people-recipe.json' with { type: 'json' };

/**
 * What a contestant does with the archive's entry, as recipes of ours: what comes out of them is what has to come out of
 * the contestant.
 *
 * @typedef {keyof typeof RECIPES} Rules
 */
export const RECIPES = Object.freeze({
  /** What those do that can. */
  all: PEOPLE_RECIPE,
  /** For tools that do not change what is in a field, and write commas only. */
  drop: {
    entries: [{ match: '**/*.csv', csv: { delimiter: '|', drop: ['notes', 'sentence'], output: { delimiter: ',' } } }],
  },
  /** For those that inflate, and nothing else. */
  none: { entries: [] },
});
