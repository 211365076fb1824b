import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlPage } from '../../../experiments/report/html.js';
import { markdownPage } from '../../../experiments/report/markdown.js';
import { reportOf } from '../../../experiments/report/report.js';
import { makeResults } from './fixture.js';
import { SHAPES } from './shapes.js';

for (const [name, make] of Object.entries(SHAPES)) {
  test(`the Markdown page's tables are whole, and nothing from outside is markup: ${name}`, () => {
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

test('an archive’s hostile name reaches neither page as markup, and stays readable', () => {
  const report = reportOf(SHAPES['an own archive of one input with a hostile name']());
  const html = htmlPage(report);
  assert.ok(!/<script|onerror/i.test(html));
  assert.ok(/&#60;script&#62;alert\(1\)&#60;\/script&#62;/.test(html), 'the page says so');
  assert.ok(/名前 𝒳/u.test(html), 'the page says so');
  assert.ok(!/\u202e/.test(html), 'what turns the direction of writing is shown as a code');
  const markdown = markdownPage(report);
  assert.ok(markdown.includes('"\'&amp;\\`\\$x\\`\\[a\\](b)'), 'nor as a link, code or an entity');
  assert.ok(/\\<script\\>alert\(1\)/.test(markdown), 'the page says so');
  assert.ok(!/\u202e/.test(markdown));
});

test('the pages hold the charts, the article’s claims, the method, the machine and the command', () => {
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

test('what the article could not explain is demonstrated only where the figures bear it out', () => {
  const results = makeResults();
  assert.ok(
    /318,750 apart\. Rows kept: 318,750, so exactly one byte for each\./.test(markdownPage(reportOf(results))),
    'the page says so',
  );
  assert.ok(results.ancestor);
  results.ancestor.bufferBytes += 1;
  assert.ok(/so not one byte for each\./.test(markdownPage(reportOf(results))), 'the page says so');
});

test('what fails by an error of its own is not said to need more memory', () => {
  const report = reportOf(SHAPES['a buffer that fails by an error of its own']());
  const page = markdownPage(report);
  assert.match(page, /^\| buffer \| ✗ killed \| ✗ killed \| ✗ killed \| ✗ killed \| ✗ failed \| ✗ failed \|$/m);
  assert.equal(report.findings.numbers.at(-1)?.beside, 'buffer: does not finish');
  assert.ok(report.charts.find(({ name }) => name === 'survival')?.description.includes('3,008 MB failed'));
});
