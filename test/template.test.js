import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readConfig } from '../src/config.js';

const template = readFileSync(new URL('../template.yaml', import.meta.url), 'utf8');

describe('template.yaml', () => {
  it('declares every variable that the function reads, and no other', () => {
    // A local run takes from its file of variables only those that the template declares.
    const declared = [...template.matchAll(/^ +(SLUICE_[A-Z_]+):/gm)].map(([, name]) => name);
    assert.deepEqual(declared.sort(), knownVariables().sort());
  });

  it('names the handler that src/handler.js exports', async () => {
    assert.match(template, /^ +Handler: src\/handler\.handler$/m);
    assert.equal(typeof (await import('../src/handler.js')).handler, 'function');
  });
});

/** What the message about an unknown variable lists. */
function knownVariables() {
  try {
    readConfig({ SLUICE_X: '' });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return message.slice(message.indexOf('known are')).match(/SLUICE_[A-Z_]+/g) ?? [];
  }
  return assert.fail('an unknown variable was accepted');
}
