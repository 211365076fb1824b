/**
 * A part of the recipe's schema. Its `title` describes the allowed values.
 * @typedef {{
 *   title?: string, type?: string | string[], enum?: unknown[], examples?: unknown[], minimum?: number, maximum?: number, required?: string[],
 *   properties?: Record<string, SchemaPart>, items?: SchemaPart, $ref?: string,
 *   oneOf?: SchemaPart[], not?: SchemaPart, definitions?: Record<string, SchemaPart>
 * }} SchemaPart
 */

/**
 * Finds the paths of the objects in a recipe that may have a key, such as `entries[].csv`.
 *
 * @param {string} key
 * @param {SchemaPart} part
 * @param {SchemaPart} schema
 * @param {string} [at] The path of the part.
 * @param {SchemaPart[]} [around] The parts that it stands in: a condition holds conditions.
 * @returns {string[]}
 */
export function pathsWithKey(key, part, schema, at = '', around = []) {
  if (around.includes(part)) return [];
  const here = at && Object.hasOwn(part.properties ?? {}, key) ? [at] : [];
  const below = Object.entries(part.properties ?? {}).map(([name, child]) => ({
    child,
    at: at ? `${at}.${name}` : name,
  }));
  if (part.items) below.push({ child: part.items, at: `${at}[]` });
  return here.concat(
    below.flatMap(({ child, at }) => pathsWithKey(key, resolvePart(child, schema), schema, at, [...around, part])),
  );
}

/**
 * @param {SchemaPart} schema
 * @returns {Set<string>} The keys of all objects.
 */
export function keysOf(schema) {
  const known = KEYS.get(schema) ?? new Set();
  if (!KEYS.has(schema)) {
    KEYS.set(schema, known);
    /** @param {SchemaPart} part */
    const add = ({ properties = {}, items, definitions = {} }) => {
      for (const key of Object.keys(properties)) known.add(key);
      for (const child of [...Object.values(properties), ...Object.values(definitions)]) add(child);
      if (items) add(items);
    };
    add(schema);
  }
  return known;
}

/** @type {WeakMap<SchemaPart, Set<string>>} */
const KEYS = new WeakMap();

/**
 * Resolves a part if it is a reference.
 *
 * @param {SchemaPart | undefined} part
 * @param {SchemaPart} schema
 * @returns {SchemaPart}
 */
export function resolvePart(part = {}, schema) {
  const name = part.$ref?.slice('#/definitions/'.length);
  return (name !== undefined && schema.definitions?.[name]) || part;
}

/**
 * @param {SchemaPart} part
 * @returns {string} The allowed values, in words.
 */
export function allowedBy({ title, enum: values, minimum, maximum }) {
  if (values) return `one of ${values.map(value => JSON.stringify(value)).join(', ')}`;
  return title ?? `an integer from ${minimum} to ${maximum}`;
}
