import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutantsOf } from './mutants.js';

/** @param {string} text */
const changesIn = text => mutantsOf(text).map(({ line, before, after }) => [line, before, after]);

test('operators, literals, conditions and statements are changed, one at a time', () => {
  const text = `export function f(a, b) {
  const isMore = a > b;
  if (isMore && !b) return true;
  if (f(a, (b))) {
    g(a);
    this.#all.push({
      a,
    });
    throw new Error('more');
  }
}
`;
  assert.deepEqual(changesIn(text), [
    [2, '>', '>='],
    [3, '&&', '||'],
    [3, '!', ''],
    [3, 'true', 'false'],
    [3, 'isMore && !b', 'true'],
    [3, 'isMore && !b', 'false'],
    [4, 'f(a, (b))', 'true'],
    [4, 'f(a, (b))', 'false'],
    [5, 'g(a);', ''],
    [6, 'this.#all.push({ a, });', ''],
    [9, "throw new Error('more');", ''],
  ]);
  const [first] = mutantsOf(text);
  assert.equal(first.text, text.replace(' > ', ' >= '));
});

test('comments and strings stay as they are, and so do declarations', () => {
  assert.deepEqual(
    changesIn(`
/** a > b && !true */
class C {
  #field = 'a < b';
  // !true
  f() {
    const text = \`\${1 + 2}\`;
    return "true && 'false'";
  }
}
`),
    [],
  );
});

test('what would be no JavaScript is left out', () => {
  assert.deepEqual(changesIn('const a = b ?? c ?? d;\n'), []);
  assert.deepEqual(changesIn('const a = (b ?? c) ?? d;\n').length, 2);
});
