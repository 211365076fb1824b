import { wrapProse } from './text-layout.js';

/** @import { Claim } from './claims.js' */

/** @typedef {(format: 'bold' | 'dim' | 'yellow' | 'blueBright' | 'reset', text: string) => string} Paint */

/**
 * The article's claims beside the findings, for a terminal.
 *
 * @param {string} title
 * @param {Claim[]} claims
 * @param {number} width
 * @param {Paint} paint
 * @returns {string[]} No lines if there are no claims.
 */
export function claimLines(title, claims, width, paint) {
  if (claims.length === 0) return [];
  const indented = (/** @type {string} */ label, /** @type {string} */ text) =>
    wrapProse(text, width - INDENT).map((line, index) => `  ${(index === 0 ? label : '').padEnd(INDENT - 2)}${line}`);
  return [
    paint('bold', title),
    ...claims.flatMap(({ topic, claimed, seen, why }) => [
      topic,
      ...indented('said', claimed),
      ...seen.flatMap((line, index) => indented(index === 0 ? 'here' : '', line)),
      ...indented('why', why).map(line => paint('dim', line)),
    ]),
  ];
}

const INDENT = 8;
