import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatComparison } from '../../../../scripts/demo/format-comparison.js';

it('a comparison shows dropped and changed fields, a few unchanged ones, and fits the width', () => {
  const fields = [
    ...Array.from({ length: 5 }, (_, index) => ({ name: `same ${index}`, before: 'x', after: 'x' })),
    { name: 'phone', before: '555 0100', after: '5550100' },
    { name: 'notes', before: `\n${'long '.repeat(50)}`, after: null },
  ];
  const lines = formatComparison({ fields }, 60);
  assert.deepEqual(
    lines.map(line => line.slice(0, 6)),
    ['same 0', 'same 1', 'same 2', 'phone ', 'notes ', '… and '],
  );
  assert.match(lines[3], /^phone +555 0100 +5550100$/);
  assert.match(lines[4], /^notes +\\u\{a\}long .*… {2}\(dropped\)$/);
  assert.ok(lines.every(line => line.length <= 60));
});
