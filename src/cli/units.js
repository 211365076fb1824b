/**
 * @param {number} bytes
 * @returns {string} Three digits and a decimal unit: `12.3 MB`.
 */
export function formatBytes(bytes) {
  let power = 0;
  let value = bytes;
  // 999.5 would be rounded to 1000: it is 1.00 of the next unit.
  for (; value >= 999.5 && power < UNITS.length - 1; power++) value /= 1000;
  return `${value.toFixed(power === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2)} ${UNITS[power]}`;
}

/**
 * @param {number} count
 * @returns {string} With separators: `500,000`. `toLocaleString` would load 5 MB of data on languages.
 */
export function formatCount(count) {
  return String(count).replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?:\.|$))/g, ',');
}

/**
 * @param {number} seconds
 * @returns {string} `0.8 s`, `42 s`, `3 min 5 s`, `2 h 10 min`.
 */
export function formatDuration(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];
