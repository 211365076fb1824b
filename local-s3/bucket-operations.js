import { receiveText } from './receive-body.js';
import { notImplemented, S3Error } from './s3-error.js';
import { allowChildren, childText, element, parseXml, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @typedef {import('./operations.js').Operation} Operation */

/** The account that owns everything on this server. */
export const ACCOUNT = '000000000000';

/** @type {Operation} */
export async function listBuckets({ store }) {
  const buckets = [...store.buckets.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  const list = buckets.map(bucket =>
    element('Bucket', [element('Name', bucket.name), element('CreationDate', new Date(bucket.created).toISOString())]),
  );
  const owner = element('Owner', [element('ID', ACCOUNT)]);
  const xml = element('ListAllMyBucketsResult', [owner, element('Buckets', list)], S3_NAMESPACE);
  return { status: 200, xml: XML_DECLARATION + xml };
}

/** @type {Operation} */
export async function createBucket({ request, store }) {
  if (Number(request.headers['content-length'] ?? 0) > 0) {
    // The location of a bucket makes no difference here. Anything else in the document would.
    allowChildren(parseXml(await receiveText(request), 'CreateBucketConfiguration'), ['LocationConstraint']);
  }
  const { bucket } = request;
  if (!BUCKET_NAME.test(bucket)) throw new S3Error('InvalidBucketName', `The bucket name is not valid: ${bucket}`);
  if (store.buckets.has(bucket)) throw new S3Error('BucketAlreadyOwnedByYou');
  store.commit({ type: 'create-bucket', bucket, created: Date.now() });
  return { status: 200, headers: { location: `/${bucket}` } };
}

/** @type {Operation} */
export async function headBucket({ request, store }) {
  store.bucket(request.bucket);
  return { status: 200, headers: { 'x-amz-bucket-region': request.authorization.region } };
}

/** @type {Operation} */
export async function putBucketVersioning({ request, store }) {
  const document = parseXml(await receiveText(request), 'VersioningConfiguration');
  allowChildren(document, ['Status']);
  const bucket = store.bucket(request.bucket);
  const status = childText(document, 'Status');
  if (status === 'Suspended') throw notImplemented('suspended versioning');
  if (status !== 'Enabled') throw new S3Error('IllegalVersioningConfigurationException', 'The Status is not known');
  if (!bucket.versioned) store.commit({ type: 'enable-versioning', bucket: bucket.name });
  return { status: 200 };
}

/** @type {Operation} */
export async function getBucketVersioning({ request, store }) {
  const status = store.bucket(request.bucket).versioned ? [element('Status', 'Enabled')] : [];
  return { status: 200, xml: XML_DECLARATION + element('VersioningConfiguration', status, S3_NAMESPACE) };
}

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
const BUCKET_NAME = /^(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
