/**
 * The folder for an archive's outputs: its name without empty parts and without the ending of an archive, unless that
 * leaves no name. If archives of two names get one folder, the manifest tells them apart.
 *
 * @param {string} name A key, or the last part of a path.
 * @returns {string}
 */
export function outputFolderOf(name) {
  const path = name.replace(/(^|\/)\/+/g, '$1');
  return path.replace(/(?<=[^/])\.(zip|tar|tar\.gz|tgz|gz)$/i, '');
}
