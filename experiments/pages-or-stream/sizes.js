/**
 * What the options mean.
 *
 * @param {Record<string, number>} options
 * @returns {{ rowCounts: [few: number, many: number], pages: [small: number, large: number] }} With the article's proportions.
 */
export function sizesOf({ rows, page }) {
  return { rowCounts: [Math.round(rows / 10), rows], pages: [Math.max(1, Math.round(page / 7)), page] };
}
