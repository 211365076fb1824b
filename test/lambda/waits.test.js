import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { suite, test } from 'node:test';
import { StoppedError } from '../../src/errors.js';
import { Waits } from '../../src/lambda/waits.js';

/** @import { TestContext } from 'node:test' */

suite('what a stopped job was waiting for', () => {
  test('is a request that is never answered, and the first of several', async t => {
    const { send, answer, stop, why } = watched(t);
    send('answered before');
    answer('answered before');
    send('a');
    send('b');
    await settled();
    stop();
    assert.equal(why(), 'it was waiting for s3://bucket/a');
  });

  test('is not one that is answered as usual: the job was busy', async t => {
    const { send, answer, stop, pass, why } = watched(t);
    send('a');
    pass(1_000);
    stop();
    pass(900);
    answer('a');
    await settled();
    assert.equal(why(), undefined);
  });

  test('is one that is answered late, also if that is after the signal', async t => {
    const { send, answer, stop, pass, why } = watched(t);
    send('a');
    pass(1_000);
    stop();
    pass(1_100);
    answer('a');
    await settled();
    assert.equal(why(), 'it was waiting for s3://bucket/a');
  });

  test('is a request that fails because of the signal', async t => {
    const { send, refuse, stop, why } = watched(t);
    send('a').catch(() => {});
    stop();
    refuse('a');
    await settled();
    assert.equal(why(), 'it was waiting for s3://bucket/a');
  });

  test('is bytes that somebody waits for', async t => {
    const { send, answer, stop, why } = watched(t);
    const sent = send('a');
    const body = new PassThrough();
    answer('a', { Body: body });
    await sent;
    body.write('bytes');
    const chunks = body[Symbol.asyncIterator]();
    assert.equal(String((await chunks.next()).value), 'bytes');
    const next = chunks.next();
    await settled();
    stop();
    assert.equal(why(), 'it was waiting for s3://bucket/a');
    body.end();
    assert.equal((await next).done, true);
  });

  for (const isWhole of [false, true]) {
    test(`is not bytes that somebody has yet to work on, ${isWhole ? 'the last ones' : 'with more to come'}`, async t => {
      const { send, answer, stop, why } = watched(t);
      const sent = send('a');
      const body = new PassThrough();
      answer('a', { Body: body });
      await sent;
      body[isWhole ? 'end' : 'write']('bytes');
      for await (const chunk of body) {
        assert.equal(String(chunk), 'bytes');
        await settled();
        stop();
        assert.equal(why(), undefined);
        break;
      }
    });
  }

  test('is said of an error that does not say it itself, and of no other', t => {
    const { waits, send, stop } = watched(t);
    send('a');
    stop();
    const [mute, said, other] = [new StoppedError(), new StoppedError({ why: 'b' }), new Error('c')];
    assert.match(/** @type {any} */ (waits.explain(mute)).message, /s3:\/\/bucket\/a$/);
    assert.equal(waits.explain(said), said);
    assert.equal(waits.explain(other), other);
  });
});

/**
 * A client of which the test answers the requests, by their keys, and a clock that stands still.
 *
 * @param {TestContext} t
 */
function watched(t) {
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  /** @type {Map<string, PromiseWithResolvers<any>>} */
  const answers = new Map();
  const client = {
    config: {},
    send(/** @type {{ input: { Key: string } }} */ { input }) {
      const answer = Promise.withResolvers();
      answers.set(input.Key, answer);
      return answer.promise;
    },
  };
  const controller = new AbortController();
  const waits = new Waits(controller.signal);
  const watching = waits.watch(/** @type {any} */ (client));
  return {
    waits,
    send: (/** @type {string} */ Key) => watching.send(/** @type {any} */ ({ input: { Bucket: 'bucket', Key } })),
    answer: (/** @type {string} */ key, body = {}) => answers.get(key)?.resolve(body),
    refuse: (/** @type {string} */ key) => answers.get(key)?.reject(new Error('aborted')),
    stop: () => controller.abort(new StoppedError()),
    pass(/** @type {number} */ ms) {
      now += ms;
    },
    why: () => /** @type {StoppedError} */ (waits.explain(new StoppedError())).why,
  };
}

function settled() {
  return new Promise(setImmediate);
}
