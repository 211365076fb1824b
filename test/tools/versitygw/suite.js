import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUpVersitygw } from '../../../scripts/setup-versitygw.js';

/** @import { SuiteEnvironment } from '../../suites.js' */

/** @returns {Promise<SuiteEnvironment>} */
async function start() {
  await setUpVersitygw({ onBuild: line => process.stderr.write(`${line}\n`) });
  // Also removes what killed tests leave behind.
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-versitygw-'));
  return {
    env: { TEST_S3: 'versitygw', TMPDIR: scratch },
    skip: [...SKIPPED.keys()].map(title => new RegExp(`^${literally(title)}$`)),
    end: () => rm(scratch, { recursive: true, force: true }),
  };
}

/** @param {string} title */
function literally(title) {
  return title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

const FILES = [
  'test/tools/versitygw/same-answers.js',
  // What the server decides: versions, conditions, uploads, listings. Other tests try our own steps, which are the same with any
  // server that answers as the embedded one does; same-answers.js holds that.
  ...[
    ...['afterwards', 'concurrent-jobs', 'event-to-files', 'replaced-archive', 'reprocess', 'superseded'],
    ...['turns-uploads', 'conditional-writes.long'],
  ].map(name => `test/behaviour/${name}.test.js`),
  ...[
    ...['destination', 'existing-objects', 'multipart-upload', 'output', 'output-resumed', 'own-objects', 'prefix'],
    ...['put-object', 'read-object', 'resumable-upload'],
  ].map(name => `test/destination/s3/${name}.test.js`),
  ...['s3', 'head-object', 'remove-object', 'tag-object'].map(name => `test/source/${name}.test.js`),
  'test/lambda/clear-away.test.js',
  'test/behaviour/hostile/in-s3.test.js',
];

/** Tests that versitygw cannot pass, and why. */
const SKIPPED = new Map([
  ['read, in S3: a part that is longer than a file’s name may be', 'its objects are files with the same name'],
  ['read, in S3: a key of exactly 1,024 bytes', 'its objects are files of the same name'],
  [
    'of two jobs that complete one upload at the same moment neither fails',
    'it may fail with an internal error, because each job renames a folder',
  ],
  [
    'an object that is gone is none that was removed',
    'it answers that it has removed a missing object, with If-Match too',
  ],
  ...['one version of several is deleted', 'may have been deleted by then'].map(
    title =>
      /** @type {[string, string]} */ ([title, 'it refuses to delete a missing version (versity/versitygw#1758)']),
  ),
]);

/** Tests of the embedded S3 server that run against versitygw instead, and those that compare the two servers. */
export const versitygw = { files: FILES, atOnce: 2, together: 6, limitMs: 600_000, start };
