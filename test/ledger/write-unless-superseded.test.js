import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '../../src/errors.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import { writeUnlessSuperseded } from '../../src/ledger/write-unless-superseded.js';
import { addressesOf } from '../../src/output-paths.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { COPY, manifestOf, outputs } from './fixture.js';

test('a superseded job removes what the later version lacks, even while it is being stopped', async () => {
  const destination = memoryDestination({
    fail(_path, act) {
      if (act === 'commit') throw new StorageError('storage/conflict', 'changed');
    },
  });
  const later = {
    ...manifestOf('complete', 'later'),
    archive: { uri: '/somewhere/x.zip', etag: '2', sequencer: '03' },
  };
  destination.files.set('x/_manifest.json', Buffer.from(JSON.stringify({ ...later, entries: [] })));
  destination.files.set('x/0', Buffer.from(''));
  const { present } = destination;
  /** @type {unknown[]} */
  const stops = [];
  destination.present = (paths, stop) => {
    stops.push(stop);
    return present(paths, stop);
  };
  const job = {
    source: memorySource(writeZip([])),
    destination,
    recipe: COPY,
    sequencer: '02',
    signal: AbortSignal.abort(),
  };
  const ours = manifestOf('publishing', 'ours');
  ours.entries[0].output = 'memory/x/0';
  const entries = new Outcomes(addressesOf(destination, 'x'));
  for (const entry of ours.entries) entries.push(entry);
  const end = await writeUnlessSuperseded(job, { ...ours, entries });
  assert.deepEqual(end, { result: 'superseded', manifest: null });
  assert.deepEqual(outputs(destination), []);
  assert.deepEqual(stops, [undefined]);
});
