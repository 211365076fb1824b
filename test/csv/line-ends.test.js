import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleOf, runStage } from './run-stage.js';

const OLD = 'id,password,email\r1,secret,a@b\r2,secret,c@d\r';

for (const header of [true, false]) {
  test(`an entry whose lines end in CR only lets no dropped field through, header ${header}`, async () => {
    const { output, error } = await runStage(OLD, ruleOf({ delimiter: ',', header, drop: [1] }), { cuts: [7] });
    assert.equal(error?.code, 'csv/bad-header');
    assert.equal(output.length, 0);
  });
}

test('a CR in quotes, or before a LF, is no such line end', async () => {
  const text = '"i\rd",password\r\n1,secret\r\n';
  const { output, error } = await runStage(text, ruleOf({ delimiter: ',', drop: [1] }), { cuts: [7] });
  assert.equal(error, null);
  assert.equal(output.toString(), '"i\rd"\r\n1\r\n');
});
