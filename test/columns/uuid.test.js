import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc, { caseCount } from '../support/fast-check.js';
import { fits } from './fits.js';

it('UUIDs are 32 hexadecimal digits, optionally with hyphens between groups of four, and with braces', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.subarray([4, 8, 12, 16, 20, 24, 28]), fc.boolean(), (uuid, hyphens, isBraced) => {
      assert.equal(fits('uuid', uuid), true);
      let text = uuid.replaceAll('-', '');
      for (const at of hyphens.toReversed()) text = `${text.slice(0, at)}-${text.slice(at)}`;
      assert.equal(fits('uuid', isBraced ? `{${text}}` : text.toUpperCase()), true, text);
      assert.equal(fits('uuid', `${text}0`), false);
      assert.equal(fits('uuid', text.slice(1)), false);
    }),
    { numRuns: caseCount(300) },
  );
  const uuid = '4b2f1c3e-9a7d-4e21-8f00-0123456789ab';
  for (const wrong of [
    '',
    '{',
    '{}',
    `{${uuid}`,
    `${uuid}}`,
    ` ${uuid}`,
    `${uuid}-`,
    `-${uuid}`,
    uuid.replace('4', 'g'),
  ]) {
    assert.equal(fits('uuid', wrong), false, wrong);
  }
  assert.equal(fits('uuid', uuid.replace('-', '--')), false);
  assert.equal(fits('uuid', '4b-2f1c3e9a7d4e218f000123456789ab'), false);
});
