import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logLine, visibilityLine } from '../../../src/lambda/log-line.js';
import { chapter, codeSpans, page } from './pages.js';

const LOG = chapter(page('operating'), 'The log');
const TIME = new Date(0);
const MANIFEST = /** @type {any} */ ({ status: 'complete', totals: { bytesIn: 1, recordsRead: 1 }, entries: [] });
const CONTEXT = { functionName: 'function', awsRequestId: 'request' };

test('docs/operating.md names fields and metrics that the log line has', () => {
  const line = JSON.parse(
    logLine({
      arrived: {
        kind: 'archive',
        bucket: 'in',
        key: 'a.zip',
        etag: null,
        versionId: null,
        sequencer: null,
        time: null,
        bytes: null,
        messageId: 'm',
        deliveries: 1,
      },
      result: { outcome: 'processed', manifest: MANIFEST, warning: null },
      durationMs: 1,
      bytesRead: 1,
      context: CONTEXT,
      time: TIME,
      logLevel: 'info',
    }) ?? '',
  );
  const [fields, , metrics] = LOG.trim().split('\n\n');
  const documented = codeSpans(fields);
  assert.ok(documented.length > 10);
  for (const name of documented) assert.ok(name in line, name);
  const counted = line._aws.CloudWatchMetrics[0];
  assert.equal(counted.Namespace, 'Sluice');
  assert.deepEqual(
    codeSpans(metrics)
      .filter(name => name !== 'Sluice')
      .sort(),
    counted.Metrics.map((/** @type {{ Name: string }} */ { Name }) => Name).sort(),
  );
});

test('docs/operating.md names the field of the line about messages', () => {
  const line = visibilityLine({ messageIds: ['m'], reason: 'x', context: CONTEXT, time: TIME, logLevel: 'info' });
  assert.ok(LOG.includes('A line with `visibility`') && 'visibility' in JSON.parse(line ?? ''));
});
