import { S3Error } from './s3-error.js';

/** The beginning of every document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The namespace of S3's documents, for `element`'s third parameter. */
export const S3_NAMESPACE = { xmlns: 'http://s3.amazonaws.com/doc/2006-03-01/' };

/**
 * @param {string} name
 * @param {string | number | boolean | string[]} content Text, which is escaped, or a list of elements, which are not.
 * @param {Record<string, string>} [attributes]
 * @returns {string}
 */
export function element(name, content, attributes = {}) {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(value)}"`);
  const inner = Array.isArray(content) ? content.join('') : escapeText(String(content));
  return `<${name}${written.join('')}>${inner}</${name}>`;
}

/**
 * @typedef {object} XmlNode
 * @property {string} name
 * @property {XmlNode[]} children
 * @property {string} text The node's own text, unescaped.
 */

/**
 * Parses the small documents in S3's requests: elements, text, and the five named and all numeric entities. They have no
 * comments, CDATA sections or document types, so these are refused.
 *
 * @param {string} document
 * @param {string} rootName
 * @returns {XmlNode}
 */
export function parseXml(document, rootName) {
  /** @type {XmlNode} */
  const top = { name: '', children: [], text: '' };
  const open = [top];
  for (const [token] of document.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '').matchAll(/<[^>]*>?|[^<]+/g)) {
    const parent = /** @type {XmlNode} */ (open.at(-1));
    if (!token.startsWith('<')) {
      parent.text += unescapeText(token);
      continue;
    }
    const tag = TAG.exec(token);
    if (tag === null) throw new S3Error('MalformedXML');
    const [, closing, name, selfClosing] = tag;
    if (closing) {
      if (parent.name !== name || open.length === 1) throw new S3Error('MalformedXML');
      open.pop();
      continue;
    }
    const node = { name: /** @type {string} */ (name), children: [], text: '' };
    parent.children.push(node);
    if (!selfClosing) open.push(node);
  }
  const root = top.children[0];
  const alone = open.length === 1 && top.children.length === 1 && top.text.trim() === '';
  if (!alone || root?.name !== rootName) throw new S3Error('MalformedXML');
  return root;
}

/**
 * @param {XmlNode} node
 * @param {string} name
 * @returns {string | null} The text of the only child of this name; null if there is none.
 */
export function childText(node, name) {
  const found = node.children.filter(child => child.name === name);
  if (found.length > 1) throw new S3Error('MalformedXML');
  return found[0]?.text ?? null;
}

/**
 * Refuses children that this server would have to ignore.
 *
 * @param {XmlNode} node
 * @param {string[]} names
 */
export function allowChildren(node, names) {
  const stranger = node.children.find(child => !names.includes(child.name));
  if (stranger !== undefined) {
    throw new S3Error('NotImplemented', `This server does not implement ${stranger.name} in ${node.name}`);
  }
}

/** @param {string} text */
function escapeText(text) {
  return text.replace(UNSAFE, character => `&#${character.charCodeAt(0)};`);
}

/** @param {string} text */
function unescapeText(text) {
  return text.replace(/&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z]+));|&/gi, (_, hexadecimal, decimal, name) => {
    if (hexadecimal) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    const character = ENTITIES.get(name);
    if (character === undefined) throw new S3Error('MalformedXML');
    return character;
  });
}

const TAG = /^<(\/?)([A-Za-z][\w.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(\/?)>$/;

// A parser turns a plain carriage return into a newline, and other control characters must not be plain.
const UNSAFE = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
