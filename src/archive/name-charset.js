/**
 * @param {string} charset Of the recipe's `entryNames`.
 * @returns {(bytes: Buffer) => string | null} null for bytes that may not be in that charset.
 */
export function decoderOf(charset) {
  const page = PAGES.get(charset);
  if (page !== undefined) return bytes => decodePage(bytes, page);
  const decoder = new TextDecoder(charset, { fatal: true });
  return bytes => {
    try {
      const text = decoder.decode(bytes);
      // Node decodes some bytes that the charset does not define to control characters.
      return C1_CONTROL.test(text) ? null : text;
    } catch {
      return null;
    }
  };
}

/**
 * @param {Buffer} bytes
 * @returns {string} Code page 437 has a character for each byte, so two different names stay different.
 */
export function decode437(bytes) {
  return decodePage(bytes, CODE_PAGE_437);
}

/**
 * @param {Buffer} bytes
 * @param {string} page
 */
function decodePage(bytes, page) {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : page[byte - 0x80];
  return text;
}

const C1_CONTROL = /[\u0080-\u009f]/;

// From 0x80, from Unicode's vendor mappings CP437.TXT and CP850.TXT.
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** Code pages of MS-DOS that `TextDecoder` does not know. */
const PAGES = new Map([
  ['cp437', CODE_PAGE_437],
  ['cp850', CODE_PAGE_850],
]);
