import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineSvg, standaloneSvgs } from '../../../../experiments/report/charts/frame.js';
import { PALETTES } from '../../../../experiments/report/charts/theme.js';
import { reportOf } from '../../../../experiments/report/report.js';
import { makeResults } from './fixture.js';
import { SHAPES } from './shapes.js';
import { xmlProblem } from './xml.js';

/** @import { Chart } from '../../../../experiments/report/charts/frame.js' */

const FORMATS = /** @type {const} */ (['wide', 'narrow']);

/** @param {Chart} chart */
function drawAll(chart) {
  return FORMATS.flatMap(format => {
    const { light, dark } = standaloneSvgs(chart, format);
    return [light, dark, inlineSvg(chart, format)];
  });
}

for (const [name, make] of Object.entries(SHAPES)) {
  test(`every chart is well-formed, with the theme's colours and valid numbers: ${name}`, () => {
    const colours = new Set(Object.values(PALETTES).flatMap(palette => Object.values(palette)));
    for (const chart of reportOf(make()).charts) {
      for (const svg of drawAll(chart)) {
        assert.equal(xmlProblem(svg), null, chart.name);
        assert.doesNotMatch(svg, /NaN|undefined|Infinity|\[object|<script|<style|href=/);
        for (const [colour] of svg.matchAll(/#[0-9a-f]{3,8}\b(?!;)|\brgba?\([^)]*\)/gi))
          assert.ok(colours.has(colour), colour);
      }
    }
  });
}

test('charts are reproducible, in whatever order they are drawn', () => {
  const first = reportOf(makeResults()).charts.map(drawAll);
  const second = reportOf(makeResults()).charts.toReversed().map(drawAll).reverse();
  assert.deepEqual(second, first);
});

test('each chart names every variant by its name, not by colour alone', () => {
  const { charts } = reportOf(makeResults());
  assert.equal(charts.length, 5);
  for (const chart of charts) {
    for (const svg of drawAll(chart)) {
      for (const variant of ['buffer', 'row by row', 'stream']) {
        assert.match(svg, new RegExp(`<text[^>]*>${variant}</text>`), `${chart.name}: ${variant}`);
        assert.match(chart.description, new RegExp(variant), chart.name);
      }
    }
  }
});

test('ids of charts are unique, so that all can share a page', () => {
  const ids = reportOf(makeResults()).charts.flatMap(chart =>
    FORMATS.flatMap(format => Array.from(inlineSvg(chart, format).matchAll(/ id="([^"]+)"/g), ([, id]) => id)),
  );
  assert.ok(ids.length > 5);
  assert.equal(new Set(ids).size, ids.length);
});

test('charts without data are left out', () => {
  const names = (/** @type {string} */ shape) => reportOf(SHAPES[shape]()).charts.map(({ name }) => name);
  assert.deepEqual(names('an own archive of one input with a hostile name'), ['memory-over-time', 'survival', 'cost']);
  assert.deepEqual(names('a buffer that does not get through, and no limits tried'), [
    'memory-over-time',
    'memory-growth',
    'time',
  ]);
  assert.deepEqual(names('nothing that finished'), ['survival']);
});

test('titles state the findings, and change with them', () => {
  const titles = (/** @type {string} */ shape) => reportOf(SHAPES[shape]()).charts.map(({ title }) => title);
  assert.deepEqual(titles('a default run'), [
    'Buffering piles up 1.98 GB, streaming stays at 109 MB',
    'The buffer grows with the archive, the stream does not',
    'Streaming is 2.3 times as fast as buffering',
    'The stream needs 128 MB, the buffer needs 2,048 MB',
    'A terabyte costs $0.15 to stream, 2.7 times that to buffer',
  ]);
  assert.deepEqual(titles('a stream that survives nowhere and is the slowest'), [
    'Memory over time',
    'The buffer grows with the archive, the stream does not',
    'Buffering is 22 times as fast as streaming',
    'The stream survives in none of them, the buffer needs 128 MB',
    'What a terabyte costs on Lambda',
  ]);
  assert.equal(titles('huge inputs')[1], 'How peak memory grows with the archive');
});
