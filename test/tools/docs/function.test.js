import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planParts } from '../../../src/destination/s3/part-plan.js';
import { LimitError } from '../../../src/errors.js';
import { readConfig } from '../../../src/lambda/config.js';
import { chapter, codeSpans, firstTable, page } from './pages.js';

test('docs/function.md has the largest entry that each memory size takes', () => {
  const rows = [...page('function').matchAll(/^\| ([\d,]+) MB \| ([\d,]+) GB \| (\d) \|$/gm)];
  assert.equal(rows.length, 6);
  for (const [, memory, gigabytes, queueSize] of rows) {
    const memoryBytes = toNumber(memory) * 1024 ** 2;
    const declaredBytes = toNumber(gigabytes) * 1e9;
    // An entry that may need another invocation can be suspended.
    planParts({ declaredBytes: declaredBytes * 0.99, memoryBytes, resumable: true });
    assert.throws(
      () => planParts({ declaredBytes: declaredBytes * 1.01 + 1e9, memoryBytes, resumable: true }),
      LimitError,
    );
    assert.equal(planParts({ declaredBytes: 25e9, memoryBytes, resumable: true }).queueSize, Number(queueSize));
  }
});

test('docs/function.md has every variable that the function reads, and no other', () => {
  const documented = firstTable(chapter(page('function'), 'Settings')).flatMap(([variables]) => codeSpans(variables));
  assert.throws(
    () => readConfig({ SLUICE_X: '1' }),
    (/** @type {Error} */ { message }) => {
      const known = message.split('known are ')[1].split(', ');
      assert.deepEqual(documented.toSorted(), known.sort());
      return true;
    },
  );
});

test('docs/function.md has the allowed values and the defaults of the variables', () => {
  const rows = new Map(firstTable(chapter(page('function'), 'Settings')).map(([name, text]) => [name, text]));
  const { afterwards, logLevel, trigger } = readConfig({ SLUICE_DESTINATION: 's3://bucket' });
  for (const [variable, byDefault] of [
    ['SLUICE_SOURCE_AFTERWARDS', afterwards],
    ['SLUICE_LOG_LEVEL', logLevel],
  ]) {
    const text = rows.get(`\`${variable}\``) ?? '';
    assert.ok(text.includes(`\`${byDefault}\` (default)`), text);
    for (const value of codeSpans(text)) readConfig({ SLUICE_DESTINATION: 's3://bucket', [variable]: value });
    assert.equal(codeSpans(text).length, 3);
  }
  assert.ok(rows.get('`SLUICE_TRIGGER_PREFIX`, `SLUICE_TRIGGER_SUFFIX`')?.includes(`\`${trigger.suffixes[0]}\``));
});

/** @param {string} text */
function toNumber(text) {
  return Number(text.replaceAll(',', ''));
}
