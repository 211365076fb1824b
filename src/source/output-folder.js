/**
 * The folder for an archive's outputs: its name without the ending of an archive, unless that leaves no name.
 *
 * @param {string} name A key, or the last part of a path.
 * @returns {string}
 */
export function outputFolderOf(name) {
  return name.replace(/(?<=[^/])\.(zip|tar|tar\.gz|tgz|gz)$/i, '');
}
