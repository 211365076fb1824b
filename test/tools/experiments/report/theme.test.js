import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PALETTES, paint } from '../../../../experiments/report/charts/theme.js';

const VARIANTS = /** @type {const} */ (['buffer', 'rowByRow', 'stream']);

for (const [theme, palette] of Object.entries(PALETTES)) {
  test(`all text in ${theme} has a contrast of 4.5 to its background`, () => {
    for (const role of /** @type {const} */ (['ink', 'muted', ...VARIANTS])) {
      assert.ok(
        contrast(palette[role], palette.surface) >= 4.5,
        `${role}: ${contrast(palette[role], palette.surface)}`,
      );
    }
    assert.ok(contrast(palette.muted, palette.killed) >= 4.5, 'the cross in a cell of a killed run');
  });

  test(`the variants' colours in ${theme} are distinguishable with any colour blindness`, () => {
    for (const [eyes, matrix] of Object.entries(EYES)) {
      for (const [index, one] of VARIANTS.entries()) {
        for (const other of VARIANTS.slice(index + 1)) {
          const [a, b] = [one, other].map(role => oklab(apply(matrix, linear(palette[role]))));
          const distance = Math.hypot(...a.map((value, axis) => value - b[axis]));
          assert.ok(distance > 0.09, `${one} and ${other}, ${eyes}: ${distance}`);
        }
      }
    }
  });
}

test('paint replaces each colour by that of another theme or of the page, and refuses others', () => {
  const { ink, buffer } = PALETTES.light;
  const drawn = `<text fill="${ink}" stroke="${buffer}">`;
  assert.equal(paint(drawn, 'light'), drawn);
  assert.equal(paint(drawn, 'dark'), `<text fill="${PALETTES.dark.ink}" stroke="${PALETTES.dark.buffer}">`);
  assert.equal(paint(drawn, 'page'), '<text fill="var(--ink)" stroke="var(--buffer)">');
  assert.throws(() => paint('<path fill="#123456">', 'dark'), /#123456/);
});

/**
 * By WCAG 2.
 *
 * @param {string} one
 * @param {string} other
 */
function contrast(one, other) {
  const [a, b] = [one, other].map(colour => {
    const [red, green, blue] = linear(colour);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  });
  return Math.max(a, b) / Math.min(a, b);
}

/** @param {string} colour */
function linear(colour) {
  return [1, 3, 5]
    .map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
}

/**
 * @param {number[][]} matrix
 * @param {number[]} vector
 */
function apply(matrix, vector) {
  return matrix.map(row => row.reduce((sum, factor, index) => sum + factor * vector[index], 0));
}

/**
 * Björn Ottosson's OKLab, a perceptually uniform colour space.
 *
 * @param {number[]} rgb Linear.
 */
function oklab(rgb) {
  const cones = apply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  );
  return apply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(value => Math.cbrt(Math.max(0, value))),
  );
}

/** Machado, Oliveira and Fernandes (2009), at full severity. */
const EYES = {
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  'all three': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
};
