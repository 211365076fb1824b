import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { reportOf } from '../../../../experiments/harness/report.js';
import { writeContent, writeReport } from '../../../../experiments/report/write-report.js';
import { drawsAll } from '../../../support/cases.js';
import { temporaryFolder } from '../../../support/run-cli.js';
import { COUNTING, countingResults } from '../harness/fixture.js';
import { BROWSER_ARGUMENTS, findBrowser } from './browser.js';
import { lowContrasts, overlappingLabels } from './look.js';
import { SHAPES } from './shapes.js';

/** @import { Browser, Page } from 'playwright-core' */

const executablePath = findBrowser();
const skip = executablePath === undefined && 'no Chromium, Chrome or Edge was found';
const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

/** @type {Browser} */
let browser;
before(async () => {
  if (executablePath) browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS, timeout: 60_000 });
});
after(() => browser?.close());

for (const [index, [shape, make]] of Object.entries(SHAPES).entries()) {
  test(`the page is readable on a phone and a desktop, in light and dark: ${shape}`, {
    skip,
    timeout: 60_000,
  }, async t => {
    const folder = join(await temporaryFolder(t), 'report');
    const { charts, findings } = await writeReport(make(), folder);
    const url = pathToFileURL(join(folder, 'report.html')).href;
    const context = await browser.newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    /** @type {string[]} */
    const requests = [];
    /** @type {string[]} */
    const complaints = [];
    page.on('request', request => requests.push(request.url()));
    page.on('console', message => complaints.push(message.text()));
    page.on('pageerror', error => complaints.push(String(error)));
    page.on('dialog', dialog => complaints.push(`a dialog: ${dialog.message()}`));
    await page.goto(url);

    await onEachScreen(page, index, async ({ width }, where) => {
      const pictures = await page.getByRole('img').all();
      assert.equal(pictures.length, charts.length, where);
      for (const picture of pictures) {
        const box = await picture.boundingBox();
        assert.ok(box && box.width > 300 && box.height > 150 && box.x >= 0 && box.x + box.width <= width, where);
      }
    });

    const headings = await page.getByRole('heading').allInnerTexts();
    for (const heading of [
      findings.headline,
      ...charts.map(({ title }) => title),
      'The figures',
      'How it was measured',
    ]) {
      assert.ok(headings.map(text => text.replaceAll('\u00a0', ' ')).includes(heading), `no heading "${heading}"`);
    }
    assert.equal(await page.locator('h1').count(), 1);
    assert.equal(await page.locator('script, img, iframe, object, embed').count(), 0);
    assert.deepEqual(requests, [url], 'only the page is requested');
    assert.deepEqual(complaints, []);
  });
}

test('so is the page of a named experiment', { skip, timeout: 60_000 }, async t => {
  const folder = join(await temporaryFolder(t), 'report');
  await writeContent(reportOf(COUNTING, countingResults()), folder);
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  await onEachScreen(page, 0, async () => {});
});

/**
 * Unless all cases are drawn, a page is seen on a light phone and a dark desktop, and the next one the other way round.
 *
 * @param {Page} page
 * @param {number} index
 * @param {(size: { width: number }, where: string) => Promise<void>} look
 */
async function onEachScreen(page, index, look) {
  for (const [screen, size] of Object.entries(SCREENS)) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const isFirstWay = (screen === 'phone') === (colorScheme === 'light');
      if (!drawsAll && isFirstWay !== (index % 2 === 0)) continue;
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      const where = `${screen}, ${colorScheme}`;
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), size.width, `${where}: width`);
      assert.deepEqual(await page.evaluate(lowContrasts), [], where);
      assert.deepEqual(await page.evaluate(overlappingLabels), [], where);
      await look(size, where);
    }
  }
}

test('the printed page is white, with the wide charts', { skip, timeout: 60_000 }, async t => {
  const folder = join(await temporaryFolder(t), 'report');
  await writeReport(SHAPES['a default run'](), folder);
  const page = await browser.newPage({ viewport: SCREENS.phone });
  t.after(() => page.close());
  await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'), 'rgb(255, 255, 255)');
  assert.deepEqual(await page.evaluate(lowContrasts), []);
  assert.equal(await page.locator('svg.wide:visible').count(), 5);
  assert.equal(await page.locator('svg.narrow:visible').count(), 0);
});

test('every chart file is an image that a browser shows on its own', { skip, timeout: 60_000 }, async t => {
  const folder = join(await temporaryFolder(t), 'report');
  await writeReport(SHAPES['a default run'](), folder);
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  const files = await readdir(join(folder, 'charts'));
  assert.equal(files.length, 20);
  for (const file of files) {
    await page.goto(pathToFileURL(join(folder, 'charts', file)).href);
    const root = await page.evaluate(`[
      document.documentElement.localName,
      document.querySelectorAll('parsererror').length,
      document.documentElement.getBoundingClientRect().width,
    ]`);
    assert.deepEqual(root, ['svg', 0, file.includes('narrow') ? 390 : 792], file);
  }
});

test('the first screen of a phone has the finding and its numbers', { skip, timeout: 60_000 }, async t => {
  const folder = join(await temporaryFolder(t), 'report');
  await writeReport(SHAPES['a default run'](), folder);
  const page = await browser.newPage({ viewport: SCREENS.phone });
  t.after(() => page.close());
  await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  for (const [selector, count] of /** @type {const} */ ([
    ['h1', 1],
    ['.lede', 1],
    ['.numbers li', 3],
  ])) {
    const parts = await page.locator(selector).all();
    assert.equal(parts.length, count);
    for (const part of parts) {
      const box = await part.boundingBox();
      assert.ok(box && box.y + box.height <= SCREENS.phone.height, selector);
    }
  }
});
