/**
 * Joins the rows of a header, column by column, with a space. An empty cell after a filled one in an upper row was merged
 * with that one and repeats it.
 *
 * @param {string[][]} rows
 * @returns {string[]}
 */
export function joinNames(rows) {
  let lower = rows[rows.length - 1];
  const filled = [lower];
  for (const row of rows.slice(0, -1).reverse()) {
    lower = unmerge(row, lower);
    filled.unshift(lower);
  }
  return lower.map((_, column) =>
    filled
      .map(row => (row[column] ?? '').trim())
      .filter(Boolean)
      .join(' '),
  );
}

/**
 * @param {string[]} upper
 * @param {string[]} lower A cell that is empty here was merged with the one above it, which was not merged with others then.
 */
function unmerge(upper, lower) {
  let last = '';
  return lower.map((name, column) => {
    const cell = (upper[column] ?? '').trim();
    const isOver = name.trim() !== '';
    if (cell !== '') last = isOver ? cell : '';
    return cell === '' && isOver ? last : cell;
  });
}
