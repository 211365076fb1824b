import { readFileSync } from 'node:fs';
import { printable } from '../../src/printable.js';
import { inlineSvg } from './charts/frame.js';
import { FONTS, PALETTES } from './charts/theme.js';
import { keepUnits } from './figures.js';
import { html, Markup } from './markup.js';

/** @import { Chart } from './charts/frame.js' */
/** @import { Claim } from './claims.js' */
/** @import { Content } from './content.js' */
/** @import { Table } from './tables.js' */

/**
 * The report as a self-contained page, without scripts or requests, in light and dark, for phones and for print.
 *
 * @param {Content} content
 * @returns {string}
 */
export function htmlPage({ words, findings, charts, overview, tables, claims, checks, method, listing }) {
  const { headline, lede, numbers } = findings;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${lede}">
<title>${headline} · Sluice</title>
<link rel="icon" href="data:,">
<style>
${new Markup(STYLES)}
</style>
</head>
<body>
<header>
<p class="eyebrow">${words.eyebrow}</p>
<h1>${keepUnits(headline)}</h1>
<p class="lede">${keepUnits(lede)}</p>
<ul class="numbers">
${numbers.map(({ number, label, beside }) => html`<li><strong>${number}</strong><span>${label}</span><small>${beside}</small></li>`)}
</ul>
</header>
<main>
${charts.map(figure)}
<section>
<h2>The figures</h2>
${[overview, ...tables.filter(({ isChartEnough }) => !isChartEnough)].map(scrolledTable)}
</section>
${claims.length === 0 ? '' : claimSection(words.claims, claims)}${checks === null ? '' : checkSection(checks)}
<section>
<h2>How it was measured</h2>
<h3>${words.programs}</h3>
<dl class="facts">${method.variants.map(([name, does]) => html`<div><dt>${name}</dt><dd>${does}</dd></div>`)}</dl>
<h3>The steps</h3>
<ul class="steps">${method.steps.map(step => html`<li>${linkUrls(keepUnits(step))}</li>`)}</ul>
<h3>Limits of the figures</h3>
<ul class="steps">${method.caveats.map(caveat => html`<li>${caveat}</li>`)}</ul>
<h3>How to repeat it</h3>
<dl class="facts">${method.facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${
  listing === null
    ? ''
    : html`<h3>${listing.title}</h3>
<pre tabindex="0">${listing.text.split('\n').map(printable).join('\n')}</pre>`
}
</section>
</main>
</body>
</html>
`.text;
}

/** @param {Chart} chart */
function figure(chart) {
  return html`<figure>
<figcaption><h2>${keepUnits(chart.title)}</h2><p>${keepUnits(chart.subtitle)}</p></figcaption>
${new Markup(inlineSvg(chart, 'wide'))}
${new Markup(inlineSvg(chart, 'narrow'))}
</figure>`;
}

/** @param {Table} table */
function scrolledTable({ title, headings, rows, textColumns }) {
  const kind = (/** @type {number} */ column) => (column < textColumns ? 'text' : 'figure');
  return html`<h3>${title}</h3>
<div class="scroller" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${headings.map((heading, column) => html`<th scope="col" class="${kind(column)}">${heading}</th>`)}</tr></thead>
<tbody>
${rows.map(
  row =>
    html`<tr>${row.map((cell, column) => (column === 0 ? html`<th scope="row">${withRange(cell)}</th>` : html`<td class="${kind(column)}">${withRange(cell)}</td>`))}</tr>`,
)}
</tbody>
</table></div>`;
}

/** @param {string} cell Its range in parentheses gets an element of its own; phones show it below the value. */
function withRange(cell) {
  const at = cell.lastIndexOf(' (');
  return at < 1 ? html`${cell}` : html`${cell.slice(0, at)} <span class="range">${cell.slice(at + 1)}</span>`;
}

/** @param {string} text Trusted text that may contain URLs. */
function linkUrls(text) {
  return text
    .split(/(https:\/\/[^\s)]+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

/**
 * @param {string} title
 * @param {Claim[]} claims
 */
function claimSection(title, claims) {
  return html`<section>
<h2>${title}</h2>
${claims.map(
  ({ topic, claimed, seen, why }) => html`<article class="claim"><h3>${topic}</h3>
<dl><div><dt>The article</dt><dd>${keepUnits(claimed)}</dd></div><div><dt>Here</dt><dd>${seen.map(line => html`<p>${keepUnits(line)}</p>`)}</dd></div><div><dt>Why</dt><dd>${keepUnits(why)}</dd></div></dl></article>`,
)}
</section>`;
}

/** @param {NonNullable<Content['checks']>} checks */
function checkSection({ title, lines }) {
  return html`<section>
<h2>${title}</h2>
<ul class="steps">${lines.map(line => html`<li>${keepUnits(line)}</li>`)}</ul>
</section>`;
}

/** @param {keyof typeof PALETTES} theme */
function properties(theme) {
  return Object.entries(PALETTES[theme])
    .map(([role, colour]) => `--${role}: ${colour};`)
    .join(' ');
}

const STYLES = `:root { ${properties('light')} --fonts: ${FONTS}; }
@media screen and (prefers-color-scheme: dark) { :root { ${properties('dark')} } }
${readFileSync(new URL('page.css', import.meta.url), 'utf8').trim()}`;
