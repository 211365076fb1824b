/**
 * What a contestant does with the archive's entry, as recipes of ours: what comes out of them is what has to come out of
 * the contestant.
 *
 * @typedef {keyof typeof RECIPES} Rules
 */
export const RECIPES = Object.freeze({
  /** What those do that can. */
  all: {
    entries: [
      {
        match: '**/*.csv',
        csv: {
          delimiter: '|',
          require: ['email', 'phone'],
          phones: [{ field: 'phone', format: 'strip' }],
          drop: ['notes', 'sentence'],
        },
      },
    ],
  },
  /** For tools that do not change what is in a field, and write commas only. */
  drop: {
    entries: [{ match: '**/*.csv', csv: { delimiter: '|', drop: ['notes', 'sentence'], output: { delimiter: ',' } } }],
  },
  /** For those that inflate, and nothing else. */
  none: { entries: [] },
});
