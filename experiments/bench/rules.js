import PEOPLE_RECIPE from '../people-recipe.json' with { type: 'json' };

/**
 * What a contestant does with the archive's entry, as recipes: its output must be that of the recipe.
 *
 * @typedef {keyof typeof RECIPES} Rules
 */
export const RECIPES = Object.freeze({
  /** All of the work. */
  all: PEOPLE_RECIPE,
  /** For tools that do not edit fields, and write only commas. */
  drop: {
    entries: [{ match: '**/*.csv', csv: { delimiter: '|', drop: ['notes', 'sentence'], output: { delimiter: ',' } } }],
  },
  /** For those that only inflate. */
  none: { entries: [] },
});
