import { randomOf } from '../../support/random.js';

/** @import { Random } from '../../support/random.js' */

/**
 * A cell: its value, and whether it is written in quotes.
 * @typedef {{ readonly value: string, readonly quoted: boolean }} Cell
 */

/**
 * The table from which the polluted files are made: a header, 83 records, nine columns. The description and the address are
 * always quoted, the product where it needs it, and the last column is empty.
 *
 * @returns {Cell[][]}
 */
export function sourceTable() {
  const random = randomOf(14);
  const header = NAMES.map(value => ({ value, quoted: false }));
  return [header, ...Array.from({ length: 83 }, (_, index) => recordOf(random, index))];
}

/**
 * @param {Random} random
 * @param {number} index
 * @returns {Cell[]}
 */
function recordOf(random, index) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const thing = random.pick(THINGS);
  const product = `${random.pick(KINDS)} ${thing}${random.pick(['', '', '', ', Large', ` ${12 + index}"`])}`;
  const size = index % 7 === 0 ? `${10 + index}" wide` : 'one size';
  const description = Array.from({ length: 3 + random.below(3) }, () => random.pick(SENTENCES)).join(' ');
  const article = `${random.pick(['AB', 'KX', 'ZT'])}${1000 + random.below(9000)}`;
  const date = `2021-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
  return [
    plain(date),
    plain(`${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}`),
    plain(String(1 + random.below(9))),
    plain(article),
    plain(`$${1 + random.below(200)}.${two(random.below(100))}`),
    { value: product, quoted: /[",]/.test(product) },
    { value: `${thing} in ${random.pick(COLOURS)}, ${size}. ${description}`, quoted: true },
    { value: `https://shop.example.org/${article}?from=list&page=${random.below(90)}#${index}`, quoted: true },
    plain(''),
  ];
}

/** @param {string} value */
function plain(value) {
  return { value, quoted: false };
}

const NAMES = ['DATE', 'TIME', 'AMOUNT', 'ARTICLE', 'PRICE', 'PRODUCT', 'DESCRIPTION', 'ADDRESS', 'COMMENTS'];
const KINDS = ['Garden', 'Kitchen', "Children's", 'Outdoor', 'Office', 'Travel', 'Round'];
const THINGS = ['Table', 'Throw Pillow', 'Lamp', 'Bench', 'Clock', 'Mirror', 'Umbrella'];
const COLOURS = ['red', 'dark blue', 'sand', 'black', 'green and white'];
const SENTENCES = [
  "It's made of solid oak, oiled by hand, and lasts for years.",
  'Delivered flat, with all screws and a key.',
  'Wipe it with a damp cloth; do not soak it.',
  'For indoors and outdoors, in sun, rain and snow.',
  "The maker's guarantee holds for five years.",
  'Weight: 4.5 kg (with its box: 5.2 kg).',
];
