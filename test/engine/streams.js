/** Some rows of made-up people, always the same: what the streams in `test/support/deflate` inflate to. */
export function rowsText() {
  const rows = Array.from({ length: 300 }, (_, row) => {
    const name = NAMES[(row * 7) % NAMES.length];
    return `${row}|${name}|${name.toLowerCase()}${row * row}@example.org|+44 20 7946 0${(row * 613) % 1000}|${'.'.repeat(row % 40)}\n`;
  });
  return Buffer.from(rows.join(''));
}

const NAMES = [
  'Ada',
  'Grace',
  'Barbara',
  'Frances',
  'Radia',
  'Hedy',
  'Katherine',
  'Margaret',
  'Adele',
  'Karen',
  'Sophie',
];
