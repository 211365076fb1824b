import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EntryList } from '../../src/archive/entry-list.js';
import { Refusals } from '../../src/archive/refusals.js';
import { ArchiveError, LimitError } from '../../src/errors.js';

test('a refusal comes back as an error of its kind, code and message', () => {
  const refusals = new Refusals();
  refusals.set(3, new ArchiveError('archive/unsafe-name', 'what is wrong'));
  refusals.set(5, new LimitError('limit/bytes', 'too large'));
  const [one, other] = [refusals.get(3), refusals.get(5)];
  assert.ok(one instanceof ArchiveError && other instanceof LimitError);
  assert.deepEqual([one.code, one.message], ['archive/unsafe-name', 'what is wrong']);
  assert.deepEqual([other.code, other.message], ['limit/bytes', 'too large']);
  assert.deepEqual([refusals.get(4), refusals.has(4), refusals.codeOf(4)], [null, false, undefined]);
});

test('the first 1,000 refusals keep their messages, the others their codes, also across a checkpoint', () => {
  const refusals = new Refusals();
  for (let turn = 0; turn < 2; turn++) {
    for (let index = 0; index < 1500; index++)
      refusals.set(index, { code: 'archive/unsafe-name', message: `no ${index}` });
  }
  const entries = new EntryList();
  entries.setErrors([...refusals.entries()]);
  for (const each of [refusals, entries.errors]) {
    assert.deepEqual([each.get(999)?.message, each.get(1000)?.message], ['no 999', '']);
    assert.deepEqual([each.codeOf(1499), each.get(1499)?.code], ['archive/unsafe-name', 'archive/unsafe-name']);
  }
});
