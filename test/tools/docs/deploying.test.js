import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEMPLATE } from '../../support/cloudformation/deploy-template.js';
import { chapter, codeSpans, firstTable, page } from './pages.js';

const { Parameters: PARAMETERS, Resources: RESOURCES } = TEMPLATE;
const ROWS = firstTable(chapter(page('deploying'), 'Parameters'));

test('docs/deploying.md has every parameter of the template, and no other', () => {
  const documented = ROWS.flatMap(([names]) => codeSpans(names));
  assert.deepEqual(documented.toSorted(), Object.keys(PARAMETERS).sort());
});

test('docs/deploying.md has the default of every parameter', () => {
  for (const [names, text] of ROWS) {
    const parameters = codeSpans(names);
    const defaults = parameters.map(name => String(PARAMETERS[name].Default));
    const values = text.replaceAll('`', '').split(', ');
    if (defaults.every(value => value === '')) {
      assert.ok(['copies every entry', 'whole bucket', 'makes one', 'none'].includes(text), `${names}: ${text}`);
    } else {
      assert.deepEqual(values, names.includes('TriggerPrefix') ? ['all', defaults[1]] : defaults, names);
    }
  }
});

test('docs/deploying.md has the range of MemorySize', () => {
  const [, , text] = ROWS.find(([names]) => names === '`MemorySize`') ?? assert.fail('it has a row');
  const { MinValue, MaxValue } = PARAMETERS.MemorySize;
  assert.ok(text.includes(`${MinValue} to ${MaxValue.toLocaleString('en-US')}`), text);
});

test('docs/operating.md has every alarm of the template, and no other', () => {
  const documented = firstTable(chapter(page('operating'), 'When an alarm goes off')).map(
    ([name]) => codeSpans(name)[0],
  );
  const alarms = Object.keys(RESOURCES).filter(name => RESOURCES[name].Type === 'AWS::CloudWatch::Alarm');
  assert.deepEqual(documented.toSorted(), alarms.sort());
  assert.ok(
    page('deploying').includes(`${['no', 'one', 'two', 'three', 'four', 'five', 'six'][alarms.length]} alarms`),
  );
});
