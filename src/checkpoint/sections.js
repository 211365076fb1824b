/**
 * Puts the bytes that a checkpoint holds beside its JSON into their places. Not with a function for `JSON.parse`, which then takes
 * three times as much memory.
 *
 * @param {any} value
 * @param {(number: number) => Buffer | undefined} sectionOf Makes a section where it has its place: there may be very many empty ones,
 *   and a view takes a hundred bytes.
 * @param {Set<number>} [taken] The numbers of those that have their place.
 * @returns {any} The same, with the sections in their places.
 * @throws {RangeError} If one stands in two places, or lies too deep.
 */
export function withSections(value, sectionOf, taken = new Set()) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    // Not by their keys, each of which would be made a text.
    for (let index = 0; index < value.length; index++) value[index] = withSections(value[index], sectionOf, taken);
    return value;
  }
  const number = value[SECTION];
  if (typeof number === 'number') {
    // Each was written once. What stands in many places would be copied as often.
    if (taken.has(number)) throw new RangeError('a section in two places');
    taken.add(number);
    return sectionOf(number);
  }
  for (const key in value) value[key] = withSections(value[key], sectionOf, taken);
  return value;
}

/** The only member of what stands for a section: its number. */
export const SECTION = '$section';
