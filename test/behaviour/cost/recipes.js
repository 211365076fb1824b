import { csv, listOf, rules } from './dimension.js';
import { GLOBS_AND_CONDITIONS } from './globs.js';

/** @import { Dimension } from './dimension.js' */

/** Names of fields, and what is wrong. @type {Omit<Dimension, 'kind'>[]} */
const FIELDS = [
  {
    title: 'lists of names',
    size: 300,
    make: size => ({
      recipe: csv({
        drop: listOf(size, index => `n${index}`),
        require: listOf(size, index => `r${index}`),
        hash: listOf(size, index => `h${index}`),
        rename: Object.fromEntries(listOf(size, index => [`r${index}`, `x${index}`])),
      }),
    }),
  },
  {
    title: 'lists of one name that is named often',
    size: 300,
    make: size => ({
      recipe: csv({
        header: listOf(size, () => 'n'),
        mask: listOf(size, () => ({ field: 'n' })),
        select: listOf(size, () => 'n'),
      }),
    }),
  },
  {
    title: 'lists of names that are kept and renamed',
    size: 300,
    make: size => ({
      recipe: csv({
        keep: listOf(size, index => `n${index}`),
        rename: Object.fromEntries(listOf(size, index => [`n${index}`, `x${index}`])),
        columns: Object.fromEntries(listOf(size, index => [`n${index}`, 'text'])),
      }),
    }),
  },
  {
    title: 'spellings of one name that the header has often',
    size: 200,
    make: size => {
      const all = listOf(size, index => `n${' '.repeat(index % 100)}${'\u200b'.repeat(index / 100)}`);
      return {
        recipe: csv({
          ...{ header: Array(size).fill('n'), drop: all, trim: all, require: all, hash: all.slice(0, size / 2) },
          rename: Object.fromEntries(all.map((name, index) => [name, `x${index}`])),
        }),
      };
    },
  },
  {
    title: 'names that the header lacks',
    size: 300,
    make: size => ({
      recipe: csv({ header: listOf(size, index => `n${index}`), drop: listOf(size, index => `d${index}`) }),
    }),
  },
  {
    title: 'names of 10,000 characters',
    size: 2,
    make: size => {
      const all = listOf(size, index => `${'\u00b4 \u0001'.repeat(3333)}${index}`);
      return {
        recipe: csv({ header: all, drop: all, rename: Object.fromEntries(all.map(name => [name, `${name}x`])) }),
      };
    },
  },
  {
    title: 'columns that are renamed',
    size: 300,
    make: size => ({
      recipe: csv({
        columns: Object.fromEntries(listOf(size, index => [`n${index}`, 'date'])),
        rename: Object.fromEntries(listOf(size, index => [`r${index}`, `x${index}`])),
      }),
    }),
  },
  {
    title: 'tables of many rules',
    size: 100,
    make: size => ({
      recipe: rules(size, index => ({
        match: `${index}`,
        csv: { table: { name: `t${index % 7}`, mode: index % 2 ? 'append' : 'replace' }, columns: { a: 'date' } },
      })),
    }),
  },
  {
    title: 'unknown keys',
    size: 500,
    make: size => ({ recipe: csv(Object.fromEntries(listOf(size, index => [`delimite${index}`, 1]))) }),
  },
  {
    title: 'keys of 10,000 characters that are unknown',
    size: 10,
    make: size => ({
      recipe: csv(Object.fromEntries(listOf(size, index => [`${'\u0001'.repeat(10_000)}${index}`, 1]))),
    }),
  },
  {
    title: 'rules that are wrong',
    size: 50,
    make: size => ({
      recipe: rules(size, () => ({
        match: '[',
        csv: { delimiter: 5, drop: Array(10).fill(null), where: { all: [] } },
      })),
    }),
  },
  {
    title: 'text that is no JSON',
    size: 20_000,
    make: size => ({ recipe: `{"entries":${'['.repeat(size)}` }),
  },
  {
    title: 'JSON that is nested deeply',
    size: 500,
    make: size => ({
      recipe: `{"entries":[{"match":"a","csv":{"where":${'{"not":'.repeat(size)}1${'}'.repeat(size)}}}]}`,
    }),
  },
];

/** @type {Dimension[]} */
export const RECIPE_DIMENSIONS = [...GLOBS_AND_CONDITIONS, ...FIELDS].flatMap(recipe => [
  { ...recipe, kind: 'compile' },
  { ...recipe, kind: 'check' },
]);
