import { ACCOUNT } from './bucket-operations.js';
import { encodeKey } from './key-encoding.js';
import { compareKeys, pageSize } from './listing.js';
import { findUpload } from './multipart.js';
import { element, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @typedef {import('./operations.js').Operation} Operation */

/** @type {Operation} */
export async function listMultipartUploads({ request, store }) {
  const { query } = request;
  const bucket = store.bucket(request.bucket);
  const prefix = query.get('prefix') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const uploadMarker = query.get('upload-id-marker') ?? '';
  const size = pageSize(query, 'max-uploads');
  const encode = query.get('encoding-type') === 'url' ? encodeKey : (/** @type {string} */ key) => key;

  const all = [...bucket.uploads.values()]
    .filter(({ key }) => key.startsWith(prefix))
    .sort((left, right) => compareKeys(left.key, right.key) || left.initiated - right.initiated);
  const marked = all.findIndex(({ key, id }) => key === keyMarker && id === uploadMarker);
  const rest = marked === -1 ? all.filter(({ key }) => compareKeys(key, keyMarker) > 0) : all.slice(marked + 1);
  const page = rest.slice(0, size);
  const truncated = size > 0 && rest.length > size;
  const last = page.at(-1);

  const uploads = page.map(({ key, id, initiated, checksum }) =>
    element('Upload', [
      element('Key', encode(key)),
      element('UploadId', id),
      element('Initiated', new Date(initiated).toISOString()),
      ...describe(checksum),
    ]),
  );
  const next = [element('NextKeyMarker', encode(last?.key ?? '')), element('NextUploadIdMarker', last?.id ?? '')];
  const xml = element(
    'ListMultipartUploadsResult',
    [
      element('Bucket', bucket.name),
      element('Prefix', encode(prefix)),
      element('KeyMarker', encode(keyMarker)),
      element('UploadIdMarker', uploadMarker),
      element('MaxUploads', size),
      element('IsTruncated', truncated),
      ...(truncated ? next : []),
      ...uploads,
    ],
    S3_NAMESPACE,
  );
  return { status: 200, xml: XML_DECLARATION + xml };
}

/** @type {Operation} */
export async function listParts({ request, store }) {
  const { query } = request;
  const upload = findUpload(store, request);
  const marker = Number(query.get('part-number-marker') ?? 0);
  const size = pageSize(query, 'max-parts');
  const rest = [...upload.parts].filter(([number]) => number > marker).sort(([left], [right]) => left - right);
  const page = rest.slice(0, size);
  const truncated = size > 0 && rest.length > size;

  const parts = page.map(([number, part]) =>
    element('Part', [
      element('PartNumber', number),
      element('LastModified', new Date(part.modified).toISOString()),
      element('ETag', `"${part.etag}"`),
      element('Size', part.file.size),
      ...(upload.checksum === null ? [] : [element(`Checksum${upload.checksum.algorithm}`, part.checksum ?? '')]),
    ]),
  );
  const xml = element(
    'ListPartsResult',
    [
      element('Bucket', request.bucket),
      element('Key', upload.key),
      element('UploadId', upload.id),
      ...describe(upload.checksum),
      element('PartNumberMarker', marker),
      element('MaxParts', size),
      element('IsTruncated', truncated),
      ...(truncated ? [element('NextPartNumberMarker', page.at(-1)?.[0] ?? 0)] : []),
      ...parts,
    ],
    S3_NAMESPACE,
  );
  return { status: 200, xml: XML_DECLARATION + xml };
}

/** @param {import('./state.js').UploadFacts['checksum']} checksum */
function describe(checksum) {
  const described = [
    element('Initiator', [element('ID', ACCOUNT)]),
    element('Owner', [element('ID', ACCOUNT)]),
    element('StorageClass', 'STANDARD'),
  ];
  if (checksum === null) return described;
  return [...described, element('ChecksumAlgorithm', checksum.algorithm), element('ChecksumType', checksum.type)];
}
