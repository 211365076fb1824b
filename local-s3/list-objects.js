import { OWNER, pageElements, readPage, versionElements } from './list-page.js';
import { rollUp, sortedKeys } from './listing.js';
import { notImplemented, S3Error } from './s3-error.js';
import { element, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @typedef {import('./state.js').Version} Version */

/** @type {import('./operations.js').Operation} */
export async function listObjectsV2({ request, store }) {
  const { query } = request;
  if (query.get('list-type') !== '2') throw notImplemented(`list-type=${query.get('list-type')}`);
  const bucket = store.bucket(request.bucket);
  const page = readPage(query);
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after') ?? '';
  const after = token === undefined ? startAfter : readToken(token);
  const withOwner = query.get('fetch-owner') === 'true';

  const contents = [];
  const prefixes = [];
  let last = '';
  let truncated = false;
  for (const item of page.size === 0 ? [] : rollUp(sortedKeys(bucket, 'live'), { ...page, after })) {
    if (contents.length + prefixes.length === page.size) {
      truncated = true;
      break;
    }
    if ('prefix' in item) {
      prefixes.push(element('CommonPrefixes', [element('Prefix', page.encode(item.prefix))]));
      last = item.prefix;
    } else {
      const version = /** @type {Version} */ (bucket.objects.get(item.key)?.[0]);
      contents.push(
        element('Contents', [...versionElements(page.encode(item.key), version), ...(withOwner ? [OWNER] : [])]),
      );
      last = item.key;
    }
  }

  const xml = element(
    'ListBucketResult',
    [
      ...pageElements(bucket.name, page),
      ...(startAfter === '' ? [] : [element('StartAfter', page.encode(startAfter))]),
      ...(token === undefined ? [] : [element('ContinuationToken', token)]),
      element('KeyCount', contents.length + prefixes.length),
      element('IsTruncated', truncated),
      ...(truncated ? [element('NextContinuationToken', Buffer.from(last).toString('base64url'))] : []),
      ...contents,
      ...prefixes,
    ],
    S3_NAMESPACE,
  );
  return { status: 200, xml: XML_DECLARATION + xml };
}

/** @param {string} token */
function readToken(token) {
  const text = Buffer.from(token, 'base64url').toString();
  if (text !== '' && Buffer.from(text).toString('base64url') === token) return text;
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
}
