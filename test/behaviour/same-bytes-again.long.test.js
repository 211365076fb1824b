import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { stride } from '../support/cases.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { atEachRequest } from './stoppable-job.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

/** @param {Record<string, string>} files */
const zipOf = files => writeZip(Object.entries(files).map(([name, content]) => ({ name, content })));

/**
 * Three versions. The last one repeats bytes of the first one that the second lacks. An ETag is a hash of the content, so a
 * conditional write cannot distinguish what the first version left from what the last one wrote.
 *
 * @type {[title: string, first: Record<string, string>, between: Record<string, string>, last: Record<string, string>][]}
 */
const VERSIONS = [
  [
    'changes an entry and is taken back',
    { a: 'as before', b: 'b' },
    { a: 'changed', b: 'b' },
    { a: 'as before', b: 'b' },
  ],
  ['lacks an entry that comes back', { a: '1', b: 'lost' }, { a: '2' }, { a: '3', b: 'lost' }],
  ['shares an entry with the next one', { a: '1' }, { a: '2', b: 'same' }, { a: '3', b: 'same', c: 'new' }],
];

for (const [title, first, between, last] of VERSIONS) {
  test(`a version that ${title} can only do harm with a request that is under way when it is overtaken`, {
    timeout: 600_000,
  }, async () => {
    const harmful = new Set();
    let tried = 0;
    // The request up to which the last version's job runs before the second one's continues.
    for (const until of [8, Number.POSITIVE_INFINITY]) {
      await atEachRequest(async at => {
        const folder = `again-${title.length}-${at}-${until}`;
        const key = `${folder}.zip`;
        await (await chain.begin(await chain.upload(key, zipOf(first), 'sluice-versioned'))).run();
        const slow = await chain.begin(await chain.upload(key, zipOf(between), 'sluice-versioned'));
        const fast = await chain.begin(await chain.upload(key, zipOf(last), 'sluice-versioned'));
        const request = await slow.runTo(at);
        if (request === null) return false;
        tried += 1;
        await fast.runTo(until);
        const slowError = await slow.run();
        await fast.complete();
        if (slowError !== null) await slow.redeliver();

        const { status } = await chain.manifest(folder);
        const right = Object.fromEntries(Object.entries(last).map(([name, text]) => [`${folder}/${name}`, text]));
        if (status !== 'complete' || !isDeepStrictEqual(await chain.texts(folder), right)) {
          harmful.add(`${request.operation} ${request.key.slice(folder.length + 1)}`);
          assert.ok(request.headers['if-match'], `${folder}: ${request.operation} ${request.key}`);
          assert.ok(!request.key.endsWith('_manifest.json'), folder);
        }
        return true;
      });
    }
    assert.ok(tried > 20 / stride(0.5) && harmful.size <= 1, `harm through ${[...harmful].join(', ')}`);
  });
}
