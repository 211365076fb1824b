import { OWNER, pageElements, readPage, versionElements } from './list-page.js';
import { rollUp, sortedKeys } from './listing.js';
import { element, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @type {import('./operations.js').Operation} */
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
      const described = versionElements(page.encode(key), version);
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
 * @param {string} versionMarker If set, the list begins with the older versions of `keyMarker`.
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
