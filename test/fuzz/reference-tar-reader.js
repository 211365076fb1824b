/**
 * Reads a tar archive that is in memory, plainly, as a second implementation to compare with.
 *
 * @param {Buffer} bytes
 * @returns {{ files: Map<string, Buffer>, others: string[] } | null} Of several files with one name, the last one. `others`: the
 *   names of what is neither a file nor a folder. Null if it cannot be read to its end.
 */
export function readTarByReference(bytes) {
  const files = new Map();
  const others = [];
  /** @type {Record<string, string>} */
  let pax = {};
  let long = null;
  for (let at = 0; ; ) {
    const header = bytes.subarray(at, at + 512);
    if (header.length < 512) return null;
    if (header.equals(Buffer.alloc(512))) return { files, others };
    if (!hasRightSum(header)) return null;
    const type = String.fromCharCode(header[156]).replace('\0', '0');
    const size = 'size' in pax && !'xXgLKV'.includes(type) ? Number(pax.size) : numberAt(header, 124, 12);
    if (size === null || !Number.isSafeInteger(size)) return null;
    const content = bytes.subarray(at + 512, at + 512 + size);
    const next = at + 512 + Math.ceil(size / 512) * 512;
    if (next > bytes.length) return null;
    at = next;
    if (type === 'x' || type === 'X') pax = paxOf(content);
    else if (type === 'L') long = text(content, 0, content.length);
    else if (!'gKV'.includes(type)) {
      const isUstar = header.toString('latin1', 257, 263) === 'ustar\0';
      const prefix = isUstar ? text(header, 345, 155) : '';
      const own = `${prefix}${prefix && '/'}${text(header, 0, 100)}`;
      const whole = pax['GNU.sparse.name'] || pax.path || (long ?? own);
      const name = whole.replace(/^(\.\/+)+/, '');
      const isSparse = Object.keys(pax).some(key => /^GNU\.sparse|^SCHILY\.realsize$|^SUN\.holesdata$/.test(key));
      if ('07'.includes(type) && !isSparse) {
        if (!whole.endsWith('/')) files.set(name, content);
        else if (size > 0) others.push(name);
      } else if (!'5D'.includes(type) || isSparse) others.push(name);
      pax = {};
      long = null;
    }
  }
}

/** @param {Buffer} header */
function hasRightSum(header) {
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  const signed = header.reduce(
    (total, byte, index) => total + (index >= 148 && index < 156 ? 32 : (byte << 24) >> 24),
    0,
  );
  const stored = Number.parseInt(text(header, 148, 8).replace(/^[ 0]+(?=[0-7])/, ''), 8);
  return stored === sum || stored === signed;
}

/**
 * @param {Buffer} header
 * @param {number} start
 * @param {number} length
 */
function numberAt(header, start, length) {
  const field = header.subarray(start, start + length);
  if (field[0] & 0x80)
    return Number(`0x${field.toString('hex').replace(/^./, digit => (Number(`0x${digit}`) & 7).toString())}`);
  const digits = field.toString('latin1').replace(/\0.*$/s, '').trim();
  if (digits === '') return 0;
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

/** @param {Buffer} content */
function paxOf(content) {
  /** @type {Record<string, string>} */
  const pax = {};
  for (let at = 0; at < content.length; ) {
    const length = Number.parseInt(content.toString('latin1', at, at + 10), 10);
    if (!(length > 0)) break;
    const [, key, value] = /^\d+ ([^=]+)=(.*)\n$/s.exec(content.toString('utf8', at, at + length)) ?? [];
    if (key !== undefined) pax[key] = value;
    at += length;
  }
  return Object.fromEntries(Object.entries(pax).filter(([, value]) => value !== ''));
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} length
 */
function text(bytes, start, length) {
  return bytes.toString('utf8', start, start + length).replace(/\0.*$/s, '');
}
