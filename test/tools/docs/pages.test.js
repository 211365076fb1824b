import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES } from './pages.js';

for (const [path, text] of PAGES) {
  if (path === 'README.md') continue;
  test(`${path} begins with one sentence that says what it is for, and leads back`, () => {
    const [title, sentence] = text.split('\n\n');
    assert.match(title, /^# [A-Z][^\n]+$/);
    assert.match(sentence, /^This page [^.]*(?:\.[a-z][^.]*)*[.:]$/s);
    assert.ok(text.endsWith('\nBack to the [README](../README.md).\n'));
  });
}
