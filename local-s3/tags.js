import { receiveText } from './receive-body.js';
import { S3Error } from './s3-error.js';
import { findVersion } from './versions.js';
import { allowChildren, childText, element, parseXml, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @typedef {import('./operations.js').Operation} Operation */
/** @typedef {[string, string][]} Tags */

/** @type {Operation} */
export async function putObjectTagging({ request, store }) {
  const document = parseXml(await receiveText(request), 'Tagging');
  allowChildren(document, ['TagSet']);
  const nodes = document.children.flatMap(set => set.children);
  /** @type {Tags} */
  const tags = nodes.map(node => {
    const key = childText(node, 'Key');
    const value = childText(node, 'Value');
    if (node.name !== 'Tag' || key === null || value === null) throw new S3Error('MalformedXML');
    return [key, value];
  });
  checkTags(tags);
  const { bucket, version } = findVersion(store, request);
  const { versionId } = version;
  store.commit({ type: 'tag', bucket: bucket.name, key: request.key, versionId, tags });
  return { status: 200, headers: bucket.versioned ? { 'x-amz-version-id': versionId } : {} };
}

/** @type {Operation} */
export async function getObjectTagging({ request, store }) {
  const { bucket, version } = findVersion(store, request);
  const tags = version.tags.map(([key, value]) => element('Tag', [element('Key', key), element('Value', value)]));
  return {
    status: 200,
    headers: bucket.versioned ? { 'x-amz-version-id': version.versionId } : {},
    xml: XML_DECLARATION + element('Tagging', [element('TagSet', tags)], S3_NAMESPACE),
  };
}

/**
 * @param {string | string[] | undefined} header `x-amz-tagging`: tags as in a query, `a=1&b=2`.
 * @returns {Tags}
 */
export function parseTagHeader(header) {
  if (header === undefined) return [];
  const tags = [...new URLSearchParams(String(header))];
  checkTags(tags);
  return tags;
}

/**
 * Checks the limits on tags: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html
 *
 * @param {Tags} tags
 */
function checkTags(tags) {
  if (tags.length > MAX_TAGS) throw new S3Error('BadRequest', 'Object tags cannot be greater than 10');
  if (new Set(tags.map(([key]) => key)).size < tags.length) {
    throw new S3Error('InvalidTag', 'Cannot provide multiple Tags with the same key');
  }
  for (const [key, value] of tags) {
    if (key.length === 0 || key.length > 128)
      throw new S3Error('InvalidTag', 'The TagKey you have provided is invalid');
    if (value.length > 256) throw new S3Error('InvalidTag', 'The TagValue you have provided is invalid');
    if (!(TAG_TEXT.test(key) && TAG_TEXT.test(value))) {
      throw new S3Error('InvalidTag', 'A tag holds a character that tags may not hold');
    }
  }
}

const MAX_TAGS = 10;
const TAG_TEXT = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
