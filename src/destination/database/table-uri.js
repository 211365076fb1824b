/**
 * The address of a table, without credentials.
 *
 * @param {{ uri: string }} database
 * @param {{ schema: string | null, name: string }} table
 */
export function tableUri({ uri }, { schema, name }) {
  const parts = [schema, name].filter(part => part !== null).map(part => encodeURIComponent(part));
  return `${uri}/${parts.join('.')}`;
}

/**
 * @param {string | null} uri An output's.
 * @returns {boolean}
 */
export function isTableUri(uri) {
  return uri?.startsWith('postgres://') ?? false;
}
