/**
 * @typedef {object} TarFile
 * @property {string | Buffer} name
 * @property {string | Buffer} [content]
 * @property {string} [type]
 * @property {string} [link]
 * @property {number | string | Buffer} [size] What the header says; a string is written as it is.
 * @property {string} [magic] 'ustar\u000000' by default.
 * @property {string} [prefix]
 * @property {number} [checksum] Added to the right one.
 */

/**
 * Writes a tar archive header by header, with anything wrong that is asked for.
 *
 * @param {TarFile[]} files
 * @param {Buffer | string} [end] By default two blocks of zeros.
 */
export function writeTar(files, end = Buffer.alloc(1024)) {
  return Buffer.concat([...files.map(tarFile), Buffer.from(end)]);
}

/** @param {TarFile} file */
export function tarFile({ content = '', size, ...rest }) {
  const bytes = Buffer.from(content);
  return Buffer.concat([tarHeader({ ...rest, size: size ?? bytes.length }), padded(bytes)]);
}

/** @param {TarFile} file */
export function tarHeader({
  name,
  type = '0',
  link = '',
  size = 0,
  magic = 'ustar\u000000',
  prefix = '',
  checksum = 0,
}) {
  const block = Buffer.alloc(512);
  Buffer.from(name).copy(block, 0, 0, 100);
  block.write('0000644\u00000000000\u00000000000\u0000', 100, 'latin1');
  if (Buffer.isBuffer(size)) size.copy(block, 124);
  else block.write(typeof size === 'string' ? size : `${size.toString(8).padStart(11, '0')}\u0000`, 124, 'latin1');
  block.write('00000000000\u0000        ', 136, 'latin1');
  block.write(type, 156, 'latin1');
  block.write(link, 157, 'latin1');
  block.write(magic, 257, 'latin1');
  block.write(prefix, 345, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, checksum);
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1');
  return block;
}

/**
 * @param {Record<string, string | Buffer>} records
 * @param {string} [type]
 */
export function paxHeader(records, type = 'x') {
  const content = Buffer.concat(Object.entries(records).map(([key, value]) => paxRecord(key, Buffer.from(value))));
  return tarFile({ name: 'PaxHeaders/x', type, content });
}

/**
 * @param {string} key
 * @param {Buffer} value
 */
function paxRecord(key, value) {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from('\n')]);
  let length = rest.length;
  while (length !== rest.length + String(length).length) length = rest.length + String(length).length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

/** @param {Buffer} bytes */
function padded(bytes) {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}
