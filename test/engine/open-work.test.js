import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { createEngine } from '../../src/engine/engine.js';
import { openWork } from '../../src/engine/open-work.js';
import { StoredCopy } from '../../src/engine/stored-copy.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { editEntry, KEYED, ruleOf } from '../csv/edit-entry.js';
import { randomOf } from '../support/random.js';

/** @import { EngineState } from '../../src/engine/stage.js' */
/** @import { Rule } from '../../src/recipe/recipe.js' */

const engines = [createEngine(), createEngine()];
const CONTENT = Buffer.from(`${'\n'.repeat(1100)}id,phone\n${'1,(0) 2\n3\n'.repeat(3000)}`);
const CSV = ruleOf({ drop: ['id'], phones: [{ field: 'phone', format: 'strip', country: null }] });
const EDITED = await editEntry(CONTENT, CSV);
const NOTHING = Buffer.alloc(0);

for (const [method, raw] of /** @type {[number, Buffer][]} */ ([
  [0, CONTENT],
  [8, deflateRawSync(CONTENT)],
])) {
  for (const rule of /** @type {Rule[]} */ ([{ action: 'copy' }, { action: 'csv', csv: CSV }])) {
    test(`an entry of method ${method} is read, verified and given to "${rule.action}", in one turn or in two`, async () => {
      const expected = rule.action === 'copy' ? { output: CONTENT, rejected: NOTHING } : EDITED;
      const random = randomOf(1);
      for (let count = 0; count < 20; count++) {
        const options = optionsOf(method, raw, rule);
        const first = await openWork(engines[0], options, undefined);
        assert.equal(first instanceof StoredCopy, method === 0 && rule.action === 'copy', 'no engine for a plain copy');
        const cut = 1 + random.below(raw.length - 1);
        const edited = [...first.feed(raw.subarray(0, cut))];
        let last = first;
        let position = cut;
        if (first.canSuspend && count > 0) {
          edited.push(first.flush());
          /** @type {EngineState} */
          const state = structuredClone(first.snapshot());
          if (state.blocks) state.blocks.rest = Buffer.from(state.blocks.rest);
          last = await openWork(engines[1], options, state);
          position = state.reader.position;
        }
        if (position < raw.length) edited.push(...last.feed(raw.subarray(position)));
        edited.push(...last.end());
        assert.ok(Buffer.concat(edited.flatMap(({ output }) => output)).equals(expected.output));
        assert.ok(Buffer.concat(edited.flatMap(({ rejected }) => rejected)).equals(expected.rejected));
        assert.equal(options.outcome.bytesIn, CONTENT.length);
        if (rule.action === 'csv') assert.deepEqual(options.outcome.records, EDITED.counts.records);
      }
    });

    test(`an entry of method ${method} with another CRC-32 fails at its end with the action "${rule.action}"`, async () => {
      const work = await openWork(engines[0], optionsOf(method, raw, rule, { crc32: 1 }), undefined);
      for (const _ of work.feed(raw));
      assert.throws(() => [...work.end()], { code: 'archive/crc-mismatch' });
    });
  }
}

test('an empty entry may have no deflate stream', async () => {
  for (const rule of /** @type {Rule[]} */ ([{ action: 'copy' }, { action: 'csv', csv: ruleOf() }])) {
    const options = optionsOf(8, NOTHING, rule, { bytes: 0, crc32: 0 });
    const work = await openWork(engines[0], options, undefined);
    const bytes = [...work.end()].flatMap(({ output }) => output);
    assert.equal(Buffer.concat(bytes).length, 0);
  }
});

test('csv/missing-field: a state whose header lacks a field of the rule is not resumed', async () => {
  /** @type {Rule} */
  const rule = { action: 'csv', csv: ruleOf({ drop: ['phone'] }) };
  const options = optionsOf(0, CONTENT, rule);
  const work = await openWork(engines[0], options, undefined);
  for (const _ of work.feed(CONTENT));
  const state = /** @type {any} */ (work.snapshot());
  const other = { ...state, blocks: { ...state.blocks, names: ['id', 'other'] } };
  await assert.rejects(openWork(engines[0], options, other), { code: 'csv/missing-field' });
});

/**
 * @param {number} method
 * @param {Buffer} raw
 * @param {Rule} rule
 * @param {{ bytes?: number, crc32?: number }} [declared]
 */
function optionsOf(method, raw, rule, declared) {
  const sizes = { bytes: CONTENT.length, compressedBytes: raw.length, crc32: crc32(CONTENT) };
  const entry = /** @type {any} */ ({ name: 'a.csv', method, ...sizes, ...declared });
  return {
    ...{ entry, rule, limits: /** @type {any} */ ({ maxRecordBytes: 1e6 }), maxDescribed: 0, pause: undefined },
    outcome: pendingOutcome(entry, rule.action),
    reject: async () => {},
    ...KEYED,
    explain: async () => {},
    onProgress: () => {},
  };
}
