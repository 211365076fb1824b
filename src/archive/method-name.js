/**
 * @param {number} method
 * @returns {string} Its name in APPNOTE 4.4.5.
 */
export function methodName(method) {
  return METHODS.get(method) ?? 'unknown';
}

const METHODS = new Map([
  [1, 'shrink'],
  [2, 'reduce with factor 1'],
  [3, 'reduce with factor 2'],
  [4, 'reduce with factor 3'],
  [5, 'reduce with factor 4'],
  [6, 'implode'],
  [7, 'reserved for tokenizing'],
  [9, 'deflate64'],
  [10, 'PKWARE DCL implode, or old IBM TERSE'],
  [11, 'reserved by PKWARE'],
  [12, 'bzip2'],
  [13, 'reserved by PKWARE'],
  [14, 'LZMA'],
  [15, 'reserved by PKWARE'],
  [16, 'IBM z/OS CMPSC'],
  [17, 'reserved by PKWARE'],
  [18, 'IBM TERSE'],
  [19, 'IBM LZ77'],
  [20, 'zstandard by its old number'],
  [93, 'zstandard'],
  [94, 'MP3'],
  [95, 'xz'],
  [96, 'JPEG variant'],
  [97, 'WavPack'],
  [98, 'PPMd'],
  [99, 'AES encryption'],
]);
