import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NextPlace } from '../../../../src/csv/opening/text/next-place.js';

describe('NextPlace', () => {
  it('finds the first place that is not before a position, in any order of positions', () => {
    const places = new NextPlace('a||b|||c', '||');
    assert.deepEqual(
      [0, 1, 2, 4, 5, 6, 8, 3, 0].map(position => places.from(position)),
      [1, 1, 4, 4, 5, Infinity, Infinity, 4, 1],
    );
  });

  it('searches no part of the text twice, whether there is one ahead or none', () => {
    for (const wanted of ['x', 'y']) {
      const text = `${'a'.repeat(100)}x${'a'.repeat(100)}`;
      /** @type {number[]} */
      const searched = [];
      const indexOf = (/** @type {string} */ what, from = 0) => {
        const found = text.indexOf(what, from);
        for (let at = from; at < (found === -1 ? text.length : found); at++) searched.push(at);
        return found;
      };
      const places = new NextPlace({ indexOf }, wanted);
      for (let position = 0; position < text.length; position++) places.from(position);
      assert.equal(new Set(searched).size, searched.length);
    }
  });
});
