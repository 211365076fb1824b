/**
 * The name under which an archive's outputs go: its own, with `.zip` cut off where something stands before it.
 *
 * @param {string} name A key, or the last part of a path.
 * @returns {string}
 */
export function outputFolderOf(name) {
  return name.replace(/(?<=[^/])\.zip$/i, '');
}
