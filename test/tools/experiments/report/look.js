/**
 * Finds texts on the page with too little contrast to their background. Runs in the browser.
 *
 * @returns {string[]}
 */
export function lowContrasts() {
  const { document, getComputedStyle, NodeFilter } = /** @type {any} */ (globalThis);
  const luminance = (/** @type {string} */ colour) => {
    const channels = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(text => Number(text) / 255);
    const [red, green, blue] = channels.map(value =>
      value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const surface = getComputedStyle(document.documentElement).backgroundColor;
  /** @type {string[]} */
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || (node.textContent ?? '').trim() === '' || element.getClientRects().length === 0) continue;
    const style = getComputedStyle(element);
    const isDrawn = element.namespaceURI === 'http://www.w3.org/2000/svg';
    // Text in the surface's colour is on a variant's colour, which is checked as a text colour elsewhere.
    if (isDrawn && style.fill === surface) continue;
    let ground = surface;
    for (let around = element; around !== null; around = around.parentElement) {
      const { backgroundColor } = getComputedStyle(around);
      if (backgroundColor === 'rgba(0, 0, 0, 0)') continue;
      ground = backgroundColor;
      break;
    }
    const [a, b] = [isDrawn ? style.fill : style.color, ground].map(luminance);
    const contrast = Math.max(a, b) / Math.min(a, b);
    if (!(contrast >= 4.5)) found.push(`${node.textContent}: ${contrast}`);
  }
  return found;
}

/**
 * Finds overlapping texts in a chart, and texts outside their chart. Runs in the browser.
 *
 * @returns {string[]}
 */
export function overlappingLabels() {
  const { document } = /** @type {any} */ (globalThis);
  /** @type {string[]} */
  const found = [];
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect();
    if (frame.width === 0) continue;
    const texts = [...svg.querySelectorAll('text')].map(text => ({
      text: text.textContent,
      box: text.getBoundingClientRect(),
    }));
    for (const [index, { text, box }] of texts.entries()) {
      if (
        box.left < frame.left - 1 ||
        box.right > frame.right + 1 ||
        box.top < frame.top - 1 ||
        box.bottom > frame.bottom + 1
      ) {
        found.push(`${text} leaves its chart`);
      }
      for (const { text: other, box: second } of texts.slice(index + 1)) {
        const width = Math.min(box.right, second.right) - Math.max(box.left, second.left);
        const height = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
        if (width > 1 && height > 3) found.push(`${text} and ${other}`);
      }
    }
  }
  return found;
}
