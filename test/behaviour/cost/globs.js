import { csv, listOf, rules } from './dimension.js';

/** @import { Dimension } from './dimension.js' */

/** Globs and conditions of recipes. @type {Omit<Dimension, 'kind'>[]} */
export const GLOBS_AND_CONDITIONS = [
  {
    title: 'globs of braces, which are too long',
    size: 20,
    make: size => ({
      recipe: rules(size, index => ({ match: `${'{a,b}'.repeat(8)}${'x'.repeat(900)}${index}`, copy: true })),
    }),
  },
  {
    title: 'globs of as many braces as there may be',
    size: 4,
    make: size => ({
      recipe: rules(size, index => ({ match: `${'{a,b}'.repeat(8)}${'x'.repeat(50)}${index}`, copy: true })),
    }),
  },
  {
    title: 'globs of braces in braces',
    size: 12,
    make: size => ({
      recipe: rules(size, index => ({ match: `${'{a,{b,'.repeat(100)}c${'}}'.repeat(100)}${index}`, copy: true })),
    }),
  },
  {
    title: 'globs of **',
    size: 20,
    make: size => ({ recipe: rules(size, index => ({ match: `${'**/a*a*a/'.repeat(60)}${index}`, copy: true })) }),
  },
  {
    title: 'globs of sets',
    size: 50,
    make: size => ({ recipe: rules(size, index => ({ match: `${'[a-z0-9]*'.repeat(60)}${index}`, copy: true })) }),
  },
  {
    title: 'globs of sets of all characters',
    size: 1,
    make: size => ({
      recipe: rules(size, index => ({ match: `[\\!-\u{10fff0}]${String.fromCodePoint(97 + index)}`, copy: true })),
    }),
  },
  {
    title: 'conditions, deep',
    size: 20,
    make: size => ({
      recipe: rules(size, index => ({ match: `${index}`, csv: { where: nested(98, { field: 'a', eq: 'x' }) } })),
    }),
  },
  {
    title: 'conditions, wide',
    size: 10,
    make: size => ({
      recipe: csv({
        where: { all: listOf(size, () => ({ any: listOf(100, index => ({ field: `f${index}`, lt: index })) })) },
      }),
    }),
  },
  {
    title: 'conditions that are wrong',
    size: 200,
    make: size => ({
      recipe: csv({ where: { all: listOf(size, index => ({ field: 'a', lt: 'x', any: index, matches: '(' })) } }),
    }),
  },
  {
    title: 'regular expressions',
    size: 3,
    make: size => ({
      recipe: csv({
        where: { any: listOf(size, index => ({ field: 'a', matches: `${'(a|b)*c{3}'.repeat(90)}${index}` })) },
      }),
    }),
  },
  {
    title: 'regular expressions whose counts make them very long',
    size: 10,
    make: size => ({
      recipe: csv({
        where: { any: listOf(size, index => ({ field: 'a', matches: `${'\\pL{999}'.repeat(100)}${index}` })) },
      }),
    }),
  },
  {
    title: 'regular expressions that ignore case',
    size: 2,
    make: size => ({
      recipe: csv({
        where: { any: listOf(size, index => ({ field: 'a', matches: `(?i)${'[\\pL\\PN]'.repeat(120)}${index}` })) },
      }),
    }),
  },
  {
    title: 'lists of values',
    size: 1000,
    make: size => ({
      recipe: csv({
        where: { field: 'a', in: listOf(size, index => (index % 2 ? index : `v${index}`)) },
        columns: { b: { type: 'text', null: listOf(Math.min(size, 100), index => `n${index}`) } },
      }),
    }),
  },
];

/**
 * @param {number} depth
 * @param {object} leaf
 */
function nested(depth, leaf) {
  let where = leaf;
  for (let level = 0; level < depth; level++) where = level % 2 === 0 ? { not: where } : { all: [where, leaf] };
  return where;
}
