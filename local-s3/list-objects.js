import { ACCOUNT } from './bucket-operations.js';
import { encodeKey } from './key-encoding.js';
import { pageSize, rollUp, sortedKeys } from './listing.js';
import { notImplemented, S3Error } from './s3-error.js';
import { element, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @typedef {import('./operations.js').Operation} Operation */
/** @typedef {import('./state.js').Version} Version */

/** @type {Operation} */
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
      contents.push(element('Contents', [...describe(page.encode(item.key), version), ...(withOwner ? [OWNER] : [])]));
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

/** @type {Operation} */
export async function listObjectVersions({ request, store }) {
  const { query } = request;
  const bucket = store.bucket(request.bucket);
  const page = readPage(query);
  const keyMarker = query.get('key-marker') ?? '';
  const versionMarker = query.get('version-id-marker') ?? '';

  const entries = [];
  const prefixes = [];
  let last = { key: '', versionId: '' };
  let truncated = false;
  for (const item of page.size === 0 ? [] : walkVersions(bucket, page, keyMarker, versionMarker)) {
    if (entries.length + prefixes.length === page.size) {
      truncated = true;
      break;
    }
    if ('prefix' in item) {
      prefixes.push(element('CommonPrefixes', [element('Prefix', page.encode(item.prefix))]));
      last = { key: item.prefix, versionId: '' };
    } else {
      const { key, version, latest } = item;
      const facts = [element('VersionId', version.versionId), element('IsLatest', latest), OWNER];
      const described = describe(page.encode(key), version);
      entries.push(element(version.deleteMarker ? 'DeleteMarker' : 'Version', [...described, ...facts]));
      last = { key, versionId: version.versionId };
    }
  }

  const next = [element('NextKeyMarker', page.encode(last.key))];
  if (last.versionId !== '') next.push(element('NextVersionIdMarker', last.versionId));
  const xml = element(
    'ListVersionsResult',
    [
      ...pageElements(bucket.name, page),
      element('KeyMarker', page.encode(keyMarker)),
      element('VersionIdMarker', versionMarker),
      element('IsTruncated', truncated),
      ...(truncated ? next : []),
      ...entries,
      ...prefixes,
    ],
    S3_NAMESPACE,
  );
  return { status: 200, xml: XML_DECLARATION + xml };
}

/**
 * @param {import('./state.js').Bucket} bucket
 * @param {ReturnType<typeof readPage>} page
 * @param {string} keyMarker
 * @param {string} versionMarker With one, the versions of `keyMarker` that are older come first.
 */
function* walkVersions(bucket, page, keyMarker, versionMarker) {
  if (versionMarker !== '') {
    const versions = bucket.objects.get(keyMarker) ?? [];
    const older = versions.findIndex(version => version.versionId === versionMarker) + 1;
    if (older > 0) for (const version of versions.slice(older)) yield { key: keyMarker, version, latest: false };
  }
  for (const item of rollUp(sortedKeys(bucket, 'all'), { ...page, after: keyMarker })) {
    if ('prefix' in item) {
      yield item;
      continue;
    }
    const versions = bucket.objects.get(item.key) ?? [];
    for (const version of versions) yield { key: item.key, version, latest: version === versions[0] };
  }
}

/** @param {Map<string, string>} query */
function readPage(query) {
  const encoding = query.get('encoding-type');
  if (encoding !== undefined && encoding !== 'url') throw new S3Error('InvalidArgument', 'Invalid Encoding Method');
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    size: pageSize(query, 'max-keys'),
    encoding,
    encode: encoding === undefined ? (/** @type {string} */ key) => key : encodeKey,
  };
}

/**
 * @param {string} bucket
 * @param {ReturnType<typeof readPage>} page
 */
function pageElements(bucket, { prefix, delimiter, size, encoding, encode }) {
  const elements = [element('Name', bucket), element('Prefix', encode(prefix)), element('MaxKeys', size)];
  if (delimiter !== '') elements.push(element('Delimiter', encode(delimiter)));
  if (encoding !== undefined) elements.push(element('EncodingType', encoding));
  return elements;
}

/** @param {string} token */
function readToken(token) {
  const text = Buffer.from(token, 'base64url').toString();
  if (text !== '' && Buffer.from(text).toString('base64url') === token) return text;
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
}

/**
 * @param {string} key
 * @param {Version} version
 */
function describe(key, { deleteMarker, modified, etag, size, checksum }) {
  const elements = [element('Key', key), element('LastModified', new Date(modified).toISOString())];
  if (deleteMarker) return elements;
  elements.push(element('ETag', `"${etag}"`));
  if (checksum !== null) {
    elements.push(element('ChecksumAlgorithm', checksum.algorithm), element('ChecksumType', checksum.type));
  }
  return [...elements, element('Size', size), element('StorageClass', 'STANDARD')];
}

const OWNER = element('Owner', [element('ID', ACCOUNT)]);
