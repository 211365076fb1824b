import { CHECKSUM_ALGORITHMS } from './checksum.js';
import { S3Error } from './s3-error.js';
import { allowChildren, childText, parseXml } from './xml.js';

/** @typedef {import('./state.js').Upload} Upload */
/** @typedef {import('./state.js').Part} Part */
/** @typedef {{ number: number, etag: string, checksum: string | null }} ListedPart */

/**
 * @param {string} text The XML document of CompleteMultipartUpload.
 * @returns {ListedPart[]}
 */
export function readPartList(text) {
  const document = parseXml(text, 'CompleteMultipartUpload');
  if (document.children.length === 0) throw new S3Error('MalformedXML');
  allowChildren(document, ['Part']);
  return document.children.map(node => {
    allowChildren(node, ['PartNumber', 'ETag', ...CHECKSUM_ALGORITHMS.map(name => `Checksum${name}`)]);
    const number = Number(childText(node, 'PartNumber') ?? Number.NaN);
    const etag = childText(node, 'ETag')?.replace(/^"(.*)"$/, '$1');
    if (!Number.isInteger(number) || etag === undefined) throw new S3Error('MalformedXML');
    const checksum = node.children.find(child => child.name.startsWith('Checksum'))?.text ?? null;
    return { number, etag, checksum };
  });
}

/**
 * Finds the listed parts, and checks their order, ETags, checksums and sizes.
 *
 * @param {Upload} upload
 * @param {ListedPart[]} listed
 * @returns {Part[]}
 */
export function chooseParts(upload, listed) {
  const ascending = listed.every(({ number }, index) => index === 0 || Number(listed[index - 1]?.number) < number);
  if (!ascending) throw new S3Error('InvalidPartOrder');
  return listed.map(({ number, etag, checksum }, index) => {
    const part = upload.parts.get(number);
    const details = { PartNumber: number, ETag: etag };
    if (part === undefined || part.etag !== etag) throw new S3Error('InvalidPart', undefined, { details });
    if (checksum === null && upload.checksum?.type === 'COMPOSITE') {
      const missing = `must include the checksum for each part. It was missing for part ${number} in the request.`;
      const algorithm = upload.checksum.algorithm.toLowerCase();
      throw new S3Error(
        'InvalidRequest',
        `The upload was created using a ${algorithm} checksum. The complete request ${missing}`,
      );
    }
    // Also if the upload was created without checksums: its parts have none, so none may be listed.
    if (checksum !== null && checksum !== part.checksum) {
      throw new S3Error('InvalidPart', undefined, { details });
    }
    if (index < listed.length - 1 && part.file.size < MIN_PART_BYTES) {
      throw new S3Error('EntityTooSmall', undefined, {
        details: { ...details, ProposedSize: part.file.size, MinSizeAllowed: MIN_PART_BYTES },
      });
    }
    return part;
  });
}

const MIN_PART_BYTES = 5 * 1024 * 1024;
