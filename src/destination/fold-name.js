/**
 * What two names have in common that are one file on a system that ignores case (Windows, macOS) or Unicode form (macOS).
 * Through upper case, letters that have several lower ones become one.
 *
 * @param {string} name
 * @returns {string}
 */
export function foldName(name) {
  return ASCII.test(name) ? name.toLowerCase() : name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD');
}

const ASCII = /^[\u0000-\u007f]*$/;
