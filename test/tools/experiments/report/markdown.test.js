import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlPage } from '../../../../experiments/report/html.js';
import { markdownPage } from '../../../../experiments/report/markdown.js';
import { reportOf } from '../../../../experiments/report/report.js';
import { makeResults } from './fixture.js';
import { SHAPES } from './shapes.js';

for (const [name, make] of Object.entries(SHAPES)) {
  test(`the Markdown page's tables are complete, and untrusted text is escaped: ${name}`, () => {
    const page = markdownPage(reportOf(make()));
    assert.ok(!/NaN|undefined|Infinity|\[object/.test(page));
    const html = Array.from(page.replace(/\\./g, '').matchAll(/<[^>]*>?/g), ([tag]) => tag);
    for (const tag of html)
      assert.match(
        tag,
        /^<(?:\/?picture|source media="[^"]*" srcset="charts\/[\w-]+\.svg"|img src="charts\/[\w-]+\.svg" alt="[^"<>]*")>$/,
      );
    for (const block of page.split('\n\n').filter(text => text.startsWith('|'))) {
      const columns = block.split('\n').map(line => line.replace(/\\./g, '').split('|').length);
      assert.equal(new Set(columns).size, 1, block);
    }
  });
}

test('an archive’s hostile name is escaped on both pages, and readable', () => {
  const report = reportOf(SHAPES['an own archive of one input with a hostile name']());
  const html = htmlPage(report);
  assert.ok(!/<script|onerror/i.test(html));
  assert.ok(/&#60;script&#62;alert\(1\)&#60;\/script&#62;/.test(html), 'the page says so');
  assert.ok(/名前 𝒳/u.test(html), 'the page says so');
  assert.ok(!/\u202e/.test(html), 'a character that reverses the writing direction is shown as a code');
  const markdown = markdownPage(report);
  assert.ok(markdown.includes('"\'&amp;\\`\\$x\\`\\[a\\](b)'), 'nor as a link, code or an entity');
  assert.ok(/\\<script\\>alert\(1\)/.test(markdown), 'the page says so');
  assert.ok(!/\u202e/.test(markdown));
});

test('the pages have the charts, the article’s claims, the method, the machine and the command', () => {
  const report = reportOf(makeResults());
  for (const page of [markdownPage(report), htmlPage(report)]) {
    for (const words of [
      'Buffering takes 18 times the memory of streaming',
      'memory-over-time',
      'The article this descends from',
      'not sure why',
      'How it was measured',
      'Example Processor 2.4 GHz',
      'npm run experiment',
      'highland 2.13.5',
      'aws.amazon.com/lambda/pricing',
    ]) {
      assert.ok(page.replaceAll('\u00a0', ' ').includes(words) || page.includes(words.replaceAll('.', '\\.')), words);
    }
  }
  assert.ok(!/article/.test(markdownPage(reportOf(makeResults({ isOwn: true, archive: 'mine.zip' })))));
});

test('the article’s unexplained difference is explained only if the figures confirm it', () => {
  const results = makeResults();
  assert.ok(
    /318,750 apart\. Rows kept: 318,750, so exactly one byte for each\./.test(markdownPage(reportOf(results))),
    'the page says so',
  );
  assert.ok(results.ancestor);
  results.ancestor.bufferBytes += 1;
  assert.ok(/so not one byte for each\./.test(markdownPage(reportOf(results))), 'the page says so');
});

test('a variant that fails by its own error is not reported as killed', () => {
  const report = reportOf(SHAPES['a buffer that fails by an error of its own']());
  const page = markdownPage(report);
  assert.match(page, /^\| buffer \| ✗ killed \| ✗ killed \| ✗ killed \| ✗ killed \| ✗ failed \| ✗ failed \|$/m);
  assert.equal(report.findings.numbers.at(-1)?.beside, 'buffer: does not finish');
  assert.ok(report.charts.find(({ name }) => name === 'survival')?.description.includes('3,008 MB failed'));
});

test('a busy machine is reported', () => {
  const warning = /The machine was busy/;
  assert.doesNotMatch(markdownPage(reportOf(makeResults())), warning);
  const results = makeResults({ alter: run => ({ ...run, wallSeconds: run.cpuSeconds * 1.6 }) });
  assert.match(markdownPage(reportOf(results)), warning);
});

test('the stream is reported as flat only if its exponent is', () => {
  const lede = (/** @type {number} */ growth) =>
    reportOf(
      makeResults({
        alter: run => (run.variant === 'stream' ? { ...run, peakRssBytes: 60e6 * (run.input + 1) ** growth } : run),
      }),
    ).findings.lede;
  assert.match(lede(0), /hardly more for a larger archive/);
  assert.doesNotMatch(lede(0.7), /hardly more/);
});

test('each figure beside the article’s is the one that its sentence names', () => {
  const own = { peakRssBytes: 111e6, peakHeapBytes: 222e6, peakExternalBytes: 333e6, heapAtEndBytes: 44e6 };
  const [memory] = reportOf(makeResults({ alter: run => ({ ...run, ...own }) })).claims;
  for (const [index, bytes] of ['111 MB', '333 MB', '44.0 MB'].entries())
    assert.ok(memory.seen[index].endsWith(`stream ${bytes}.`), memory.seen[index]);
});

test('a slower stream is reported as slower', () => {
  const slow = makeResults({
    alter: run => (run.variant === 'stream' ? { ...run, wallSeconds: 50, cpuSeconds: 50 } : run),
  });
  assert.match(reportOf(slow).findings.lede, /Streaming is slower: 50\.0 s instead of/);
});
