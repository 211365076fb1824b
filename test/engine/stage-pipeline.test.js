import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { engineStage } from '../../src/engine/stage.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { LIMITS } from '../archive/read-archive.js';
import { KEYED, ruleOf } from '../csv/edit-entry.js';
import { CHUNK_BYTES, contentOf, endless, HEADER, slowSink } from './slow-streams.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */

describe('the engine’s stage in a pipeline', { timeout: 120_000 }, () => {
  for (const chunks of [0, 1, 50]) {
    it(`fails with the error of a source that breaks after ${chunks} chunks`, async () => {
      const source = endless({ failsAfter: chunks });
      await assert.rejects(flow({ source }), /the source broke/);
      assert.equal(source.destroyed, true);
    });

    it(`fails with the error of a sink that breaks after ${chunks} blocks, and destroys the source`, async () => {
      const source = endless();
      await assert.rejects(flow({ source, sink: slowSink({ failsAfter: chunks }) }), /the sink broke/);
      await assertDestroyed(source);
    });
  }

  it('fails if the source is closed before its end', async () => {
    const source = endless();
    source.once('data', () => source.destroy());
    await assert.rejects(flow({ source }), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });

  it('stops at a signal while it works', async () => {
    const source = endless();
    const signal = AbortSignal.timeout(20);
    await assert.rejects(flow({ source, signal }), { name: 'AbortError' });
    await assertDestroyed(source);
  });

  it('stops at a signal while it waits for a silent source', async () => {
    const source = new Readable({ read() {} });
    source.push('a,b\n1,2\n');
    await assert.rejects(flow({ source, signal: AbortSignal.timeout(20) }), { name: 'AbortError' });
    assert.equal(source.destroyed, true);
  });

  it('stops at a signal while it waits for a stuck sink', async () => {
    const source = endless();
    const sink = new Writable({ write() {} });
    await assert.rejects(flow({ source, sink, signal: AbortSignal.timeout(20) }), { name: 'AbortError' });
    await assertDestroyed(source);
  });

  for (const fails of [false, true]) {
    it(`rejects no more records after it was stopped while a rejection ${fails ? 'fails' : 'is under way'}`, async () => {
      const controller = new AbortController();
      const source = endless({ line: 'bad\n', chunkBytes: 1 << 20 });
      let rejections = 0;
      let isDone = false;
      const reject = async () => {
        rejections += 1;
        controller.abort();
        await setTimeout(5);
        isDone = true;
        if (fails) throw new Error('too late');
      };
      await assert.rejects(flow({ source, reject, signal: controller.signal }));
      assert.equal(isDone, true, 'the pipeline ends before a rejection that is under way');
      await assertDestroyed(source);
      assert.equal(rejections, 1);
    });
  }

  it('rejects no more records after the sink broke', async () => {
    const source = endless({ line: 'bad\n', chunkBytes: 1 << 20 });
    const sink = slowSink();
    let rejections = 0;
    const reject = async () => {
      rejections += 1;
      sink.destroy(new Error('the sink broke'));
      await setTimeout(5);
    };
    await assert.rejects(flow({ source, sink, reject }), /the sink broke/);
    await setTimeout(20);
    assert.equal(rejections, 1);
  });

  it('fails with the error of `reject`', async () => {
    const source = endless({ line: 'bad\n' });
    const reject = async () => {
      throw new Error('nowhere to put it');
    };
    await assert.rejects(flow({ source, reject }), /nowhere to put it/);
    await assertDestroyed(source);
  });

  it('fails with the CSV error and its position', async () => {
    const source = endless({ line: 'bad\n' });
    const sink = slowSink();
    const failure = flow({ source, sink, rule: { badRecords: 'fail' } });
    await assert.rejects(failure, { code: 'csv/field-count', record: 1, byte: 4 });
    await assertDestroyed(source);
    assert.equal(sink.destroyed, true);
  });

  it('fails with an error at the very end', async () => {
    const content = Buffer.from('a,b\n1,2\n3,"');
    const source = Readable.from([content.subarray(0, 8), content.subarray(8)]);
    const sink = slowSink();
    const failure = flow({ source, sink, content, rule: { badRecords: 'fail' } });
    await assert.rejects(failure, { code: 'csv/unterminated-quote', record: 2, byte: 8 });
    assert.equal(sink.writableFinished, false);
  });

  it('waits for `reject` before it takes more', async () => {
    const source = endless({ line: 'bad\n', endsAfter: 64 });
    let waiting = 0;
    let most = 0;
    /** @type {number[]} */
    const readAtRejection = [];
    const reject = async () => {
      waiting += 1;
      most = Math.max(most, waiting);
      readAtRejection.push(source.chunksRead);
      await setTimeout(2);
      waiting -= 1;
    };
    await flow({ source, reject, content: contentOf({ line: 'bad\n', endsAfter: 64 }) });
    assert.equal(most, 1);
    // Each chunk has 64 KiB of bad records, and Node's buffers hold a few chunks.
    assert.equal(readAtRejection.length, 64);
    for (const [index, read] of readAtRejection.entries()) assert.ok(read < index + 24, `${read} at ${index}`);
  });

  it('reads no further ahead of a slow sink than the buffers on the way hold', async () => {
    const source = endless({ endsAfter: 200 });
    let written = 0;
    let ahead = 0;
    const sink = new Writable({
      highWaterMark: 1,
      async write(chunk, _encoding, done) {
        ahead = Math.max(ahead, source.chunksRead * CHUNK_BYTES - written);
        await setTimeout(1);
        written += chunk.length;
        done();
      },
    });
    await flow({ source, sink, content: contentOf({ endsAfter: 200 }) });
    assert.equal(written, 200 * CHUNK_BYTES + HEADER.length);
    assert.ok(ahead < 32 * CHUNK_BYTES, `${ahead} bytes ahead`);
  });

  for (const endsAfter of [1, 3, 4, 20]) {
    for (const highWaterMark of [1, 16_384, 1 << 20]) {
      it(`ends after ${endsAfter} chunks with a sink that holds ${highWaterMark} bytes`, async () => {
        const sink = slowSink({ highWaterMark });
        await flow({ source: endless({ endsAfter }), sink, content: contentOf({ endsAfter }) });
        assert.equal(sink.writableFinished, true);
        assert.equal(sink.bytes, endsAfter * CHUNK_BYTES + HEADER.length);
      });
    }
  }
});

/**
 * @param {object} parts
 * @param {Readable} parts.source Of a stored entry.
 * @param {Writable} [parts.sink]
 * @param {Partial<CsvRule>} [parts.rule]
 * @param {(bytes: Buffer) => Promise<void>} [parts.reject]
 * @param {AbortSignal} [parts.signal]
 * @param {Buffer} [parts.content] All bytes of the source, if it ends.
 */
async function flow({ source, sink = slowSink(), rule = {}, reject = async () => {}, signal, content }) {
  const bytes = content?.length ?? Number.MAX_SAFE_INTEGER;
  const crc = content === undefined ? 0 : crc32(content);
  const entry = /** @type {any} */ ({ name: 'a.csv', method: 0, bytes, compressedBytes: bytes, crc32: crc });
  const { stage } = engineStage({
    ...{ entry, rule: { action: 'csv', csv: ruleOf(rule) }, limits: { ...LIMITS, maxRecordBytes: 1 << 20 } },
    ...{
      maxDescribed: 1,
      outcome: pendingOutcome(entry, 'csv'),
      reject,
      explain: async () => {},
      ...KEYED,
      onProgress: () => {},
    },
    ...{ pause: undefined, state: undefined },
  });
  const late = setTimeout(60_000, null, { ref: false }).then(() => assert.fail('the pipeline did not end'));
  /** @type {any[]} */
  const streams = [source, stage, sink];
  await Promise.race([pipeline(streams, signal ? { signal } : {}), late]);
}

/** @param {Readable & { chunksRead: number }} source */
async function assertDestroyed(source) {
  assert.equal(source.destroyed, true);
  const { chunksRead } = source;
  await setTimeout(20);
  assert.ok(source.chunksRead <= chunksRead + 1, 'the source is still read');
}
