/**
 * Whether this can be the name of a role. `none` cannot: Postgres takes it for the login's own role. Longer names are cut off there,
 * and so become others.
 *
 * @param {unknown} role
 * @returns {role is string}
 */
export function isRole(role) {
  if (typeof role !== 'string' || role === '' || role === 'none' || role.includes('\0')) return false;
  return role.isWellFormed() && Buffer.byteLength(role) <= MAX_NAME_BYTES;
}

/** Of a name in Postgres. */
const MAX_NAME_BYTES = 63;
