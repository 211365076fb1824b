/**
 * Whether something has the id and the name of a staging table, as `newStaging` makes them. They come back from checkpoints and stand
 * in statements, so nothing else may have them.
 *
 * @param {any} value
 * @returns {boolean}
 */
export function isStaged(value) {
  const { id, name } = value ?? {};
  if (typeof id !== 'string' || typeof name !== 'string' || !ID.test(id)) return false;
  return NAME.test(name) && name.endsWith(`_${id.replaceAll('-', '').slice(0, 16)}`);
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^staging_\d{8}_\d{6}_[0-9a-f]{16}$/;
