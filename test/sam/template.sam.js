import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TEMPLATE } from '../support/cloudformation/deploy-template.js';
import { findCircle } from '../support/cloudformation/find-circle.js';
import { runSam } from './run-sam.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = `${ROOT}.sam/bin`;
const TRANSFORM = fileURLToPath(new URL('transform.py', import.meta.url));
const skip = existsSync(BIN) ? false : 'SAM is missing; npm run setup:sam installs it';
const IN_ROOT = {
  cwd: ROOT,
  env: { ...process.env, AWS_DEFAULT_REGION: 'eu-central-1', SAM_CLI_TELEMETRY: '0' },
  timeout: 300_000,
};
const run = promisify(execFile);

describe('template.yaml in SAM', { skip, timeout: 600_000 }, () => {
  /** @type {{ read: any, transformed: any }} */
  let template;
  before(async () => {
    const { stdout } = await run(`${BIN}/python`, [TRANSFORM, `${ROOT}template.yaml`], IN_ROOT);
    template = JSON.parse(stdout);
  });

  it('is valid, and the linter finds nothing', async () => {
    const { code, stdout, stderr } = await runSam(`${BIN}/sam`, ['validate', '--lint'], {
      ...IN_ROOT,
      timeoutMs: 300_000,
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /is a valid SAM Template/);
  });

  it('is parsed as the other tests parse it', () => {
    assert.deepEqual(template.read, TEMPLATE);
  });

  it('has no circular dependency between resources', () => {
    const { Resources } = template.transformed;
    assert.equal(findCircle(Resources), null);
    const types = Object.values(Resources).map(({ Type }) => Type);
    assert.ok(types.includes('AWS::Lambda::EventSourceMapping'));
    // A second role would be SAM's own, with wider permissions.
    assert.equal(types.filter(type => type === 'AWS::IAM::Role').length, 1);
  });
});
