import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as errors from '../src/errors.js';

const { ArchiveError, CsvError, hasCode, isFinal, LimitError, RecipeError, RefusedError, reportError } = errors;
const { SluiceError, StalledError, StoppedError, StorageError, UsageError } = errors;

test('each error has its class as name, its code, its message and its cause', () => {
  const cause = new Error('why');
  for (const Kind of [ArchiveError, LimitError, RecipeError, RefusedError, StorageError, UsageError]) {
    const error = new Kind('family/name', 'what is wrong', { cause });
    assert.ok(error instanceof SluiceError && error instanceof Error);
    const { name, code, message } = error;
    assert.deepEqual([name, code, message, error.cause], [Kind.name, 'family/name', 'what is wrong', cause]);
  }
});

test('a CSV error has the position where there is one', () => {
  const { record, byte } = new CsvError('csv/field-count', 'x', { record: 3, byte: 120 });
  assert.deepEqual([record, byte], [3, 120]);
  const nowhere = new CsvError('csv/nothing-kept', 'x');
  assert.deepEqual([nowhere.record, nowhere.byte], [null, null]);
});

test('only what the storage or the time caused may succeed at another attempt', () => {
  const retryable = [new StorageError('storage/failed', 'x'), new StoppedError(), new StalledError(10, 'x')];
  for (const error of retryable) assert.deepEqual([error.retryable, isFinal(error)], [true, false]);
  for (const Kind of [ArchiveError, CsvError, LimitError, RecipeError, RefusedError, UsageError]) {
    const error = new Kind('family/name', 'x');
    assert.deepEqual([error.retryable, isFinal(error)], [false, true]);
  }
  for (const other of [new TypeError('a bug'), undefined, 'text']) assert.equal(isFinal(other), false);
});

test('an error has a code only if it is ours and has this one', () => {
  const error = new StorageError('storage/conflict', 'x');
  assert.deepEqual([hasCode(error, 'storage/conflict'), hasCode(error, 'storage/failed')], [true, false]);
  for (const other of [Object.assign(new Error('x'), { code: 'storage/conflict' }), undefined, 'storage/conflict']) {
    assert.equal(hasCode(other, 'storage/conflict'), false);
  }
});

test('a stopped job resumes soon only if it says so', () => {
  const cause = new Error('the time is up');
  assert.equal(new StoppedError().isSoon, false);
  const error = new StoppedError({ isSoon: true, cause });
  assert.deepEqual([error.code, error.isSoon, error.cause], ['job/stopped', true, cause]);
});

test('a stalled job names what stopped it last', () => {
  const cause = new StorageError('storage/access-denied', 'cannot write "x"');
  const stalled = new StalledError(12, cause);
  assert.deepEqual([stalled.code, stalled.cause], ['job/no-progress', cause]);
  assert.match(stalled.message, /^the last 12 attempts .* stopped by storage\/access-denied: cannot write "x"; /);
  assert.match(new StalledError(10, new TypeError('a bug')).message, /stopped by TypeError: a bug; /);
});

test('a report has the record and the byte if the error has them', () => {
  assert.deepEqual(reportError(new CsvError('csv/bad', 'bad', { record: 1, byte: 0 })), {
    code: 'csv/bad',
    message: 'bad',
    record: 1,
    byte: 0,
  });
  assert.deepEqual(reportError(new CsvError('csv/bad', 'bad')), { code: 'csv/bad', message: 'bad' });
  assert.deepEqual(reportError(new RecipeError('recipe/conflict', 'a')), {
    code: 'recipe/conflict',
    message: 'a',
    problems: [{ code: 'recipe/conflict', message: 'a' }],
  });
  assert.equal(reportError(new Error('oops')).code, 'internal');
});

test('a message has at most 1,000 characters after escaping, whatever it is made of, and keeps its end', () => {
  for (const name of ['x', '\u0001', '\u2028', '😀', '\ud83d']) {
    const { message } = new ArchiveError('archive/corrupt', `the name ${name.repeat(1_000_000)} is odd; do without it`);
    assert.ok(message.length <= 1000 && message.length > 900, `${message.length}`);
    assert.match(message, /^the name .*….* is odd; do without it$/);
    assert.doesNotMatch(message, /\p{Cc}/u);
    const { problems } = new RecipeError('recipe/conflict', message, {
      problems: [{ code: 'recipe/conflict', message: name.repeat(5000) }],
    });
    assert.ok(problems[0].message.length <= 1000);
    assert.ok(reportError(new TypeError(name.repeat(5000))).message.length <= 1000);
  }
});

test('a message has at most 2,100 bytes of UTF-8', () => {
  for (const name of ['中', '\ud83d\ude00', 'é']) {
    const { message } = new ArchiveError('archive/corrupt', `the name ${name.repeat(10_000)} is odd; do without it`);
    assert.ok(Buffer.byteLength(message) <= 2100 && Buffer.byteLength(message) > 1000, `${Buffer.byteLength(message)}`);
    assert.match(message, /^the name .*….* is odd; do without it$/);
  }
});
