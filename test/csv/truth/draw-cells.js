/** @import { Random } from '../../support/random.js' */

/** @typedef {{ name: string, draw: (row: number) => string }} Column */

/**
 * A column with a value in each record that occurs nowhere else.
 *
 * @param {Random} random
 * @returns {Column}
 */
export function drawPersonal({ pick, below }) {
  const name = pick(['email', 'Name', 'Full Name', 'phone', 'ssn', 'Salary', 'address', 'birth date', 'profile']);
  const n = below(1000);
  /** @type {((row: number) => string)[]} */
  const shapes = [
    row => `zorp${n + row}@mail.example`,
    row => `${pick(['Smith', 'Jones', 'Lee', "O'Hara"])}-${n + row}, ${pick(['Ann', 'Bob', 'Cy'])}`,
    row => `${pick(['Ann', 'Bob', 'Cy'])} Zorp${n + row}`,
    row => `+1 (555) 555-${String(1000 + n + row)}`,
    row => `555.${100 + below(900)}.${1000 + n + row}`,
    row => `${1 + below(12)}/${1 + below(28)}/${2100 + n + row}`,
    row => `${1000 + n + row},${10 + below(90)}`,
    row => `$${1 + below(9)},${100 + below(900)}.${10 + ((n + row) % 90)}`,
    row => `https://zorp.example/u/${n + row}?a=b;c`,
    row => `${n + row} Main St, Apt. ${below(9)}`,
    row => `{"id": ${n + row}, "who": "z"}`,
  ];
  const shape = pick(shapes);
  return { name, draw: shape };
}

/**
 * @param {Random} random
 * @returns {Column}
 */
export function drawColumn({ pick, below, chance }) {
  const two = () => String(10 + below(18));
  /** @type {[name: string, draw: () => string][]} */
  const shapes = [
    ['id', () => String(below(100_000))],
    ['code', () => `${pick(['A', 'B', 'C'])}${below(1000)}`],
    ['city', () => pick(['Rome', 'Bonn', 'New York', 'Köln', 'St. Ives'])],
    [
      'note',
      () => pick(['', 'fine', 'call back, please', 'x; y', 'she said "no"', "it's late", 'two\nlines', 'a | b']),
    ],
    ['date', () => `20${two()}-0${1 + below(9)}-${two()}`],
    ['Datum', () => `${two()}.0${1 + below(9)}.20${two()}`],
    ['day', () => `${1 + below(12)}/${1 + below(28)}/20${two()}`],
    ['start', () => `${two()}:${two()}:${two()}`],
    ['price', () => `${below(1000)}.${two()}`],
    ['Betrag', () => `${below(1000)},${two()}`],
    ['amount', () => `${1 + below(9)},${100 + below(900)}.00`],
    ['url', () => `https://a.b/c?d=${below(99)}&e=f`],
    ['tags', () => pick(['a;b', 'c', 'a;b;c', ''])],
    ['json', () => `{"a": ${below(9)}, "b": [1, 2]}`],
    ['path', () => `C:\\data\\${below(99)}`],
    ['flag', () => pick(['true', 'false'])],
    ['plan', () => pick(['pro', 'free'])],
    ['empty', () => ''],
  ];
  const [name, draw] = pick(shapes);
  const gaps = chance(0.2) ? 0.3 : 0;
  return { name, draw: () => (chance(gaps) ? '' : draw()) };
}
