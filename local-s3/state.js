/**
 * @typedef {object} Segment A file with a part of a body. A multipart object has one per part.
 * @property {string} file
 * @property {number} size
 */
/**
 * @typedef {object} StoredChecksum
 * @property {import('./checksum.js').ChecksumAlgorithm} algorithm
 * @property {'FULL_OBJECT' | 'COMPOSITE'} type
 * @property {string} value Base64; for type COMPOSITE followed by `-` and the number of parts.
 */
/**
 * @typedef {object} Description What a writer specifies for an object besides its bytes.
 * @property {Record<string, string>} headers Content-Type and the like, by lower-case name.
 * @property {Record<string, string>} metadata By lower-case name, without `x-amz-meta-`.
 * @property {[string, string][]} tags
 */
/**
 * @typedef {object} VersionFacts
 * @property {string} versionId The text `null` if it was written before the bucket was versioned.
 * @property {boolean} deleteMarker
 * @property {string} etag Without quotes.
 * @property {number} size
 * @property {number} modified Milliseconds since 1970.
 * @property {string} sequencer
 * @property {Segment[]} segments
 * @property {StoredChecksum | null} checksum
 * @property {string | null} uploadId The multipart upload that created it.
 */
/** @typedef {VersionFacts & Description} Version Immutable except for its tags. */
/** @typedef {{ file: Segment, etag: string, modified: number, checksum: string | null }} Part */
/**
 * @typedef {object} UploadFacts
 * @property {string} id
 * @property {string} key
 * @property {number} initiated
 * @property {{ algorithm: import('./checksum.js').ChecksumAlgorithm, type: 'FULL_OBJECT' | 'COMPOSITE' } | null}
 *   checksum
 */
/** @typedef {UploadFacts & Description} UploadStart */
/** @typedef {UploadStart & { parts: Map<number, Part> }} Upload */
/**
 * @typedef {object} Bucket
 * @property {string} name
 * @property {number} created
 * @property {boolean} versioned
 * @property {Map<string, Version[]>} objects Versions by key, the newest first.
 * @property {Map<string, Upload>} uploads
 * @property {{ live: string[] | null, all: string[] | null }} sortedKeys Cached by listings until the keys change.
 */
/** @typedef {Map<string, Bucket>} State */
/**
 * @typedef {{ type: 'create-bucket', bucket: string, created: number }
 *   | { type: 'enable-versioning', bucket: string }
 *   | { type: 'put', bucket: string, key: string, version: Version, uploadId: string | null }
 *   | { type: 'remove', bucket: string, key: string, versionId: string }
 *   | { type: 'tag', bucket: string, key: string, versionId: string, tags: [string, string][] }
 *   | { type: 'create-upload', bucket: string, upload: UploadStart }
 *   | { type: 'put-part', bucket: string, uploadId: string, partNumber: number, part: Part }
 *   | { type: 'abort-upload', bucket: string, uploadId: string }} Change
 */

/**
 * Applies a change: one that a request makes, or one from the journal. Nothing else changes the state.
 *
 * @param {State} state
 * @param {Change} change
 * @returns {Segment[]} The files that are no longer referenced.
 */
export function applyChange(state, change) {
  if (change.type === 'create-bucket') {
    state.set(change.bucket, emptyBucket(change.bucket, change.created));
    return [];
  }
  const bucket = /** @type {Bucket} */ (state.get(change.bucket));
  switch (change.type) {
    case 'enable-versioning':
      bucket.versioned = true;
      return [];
    case 'put':
      return [...putVersion(bucket, change.key, change.version), ...endUpload(bucket, change.uploadId, change.version)];
    case 'remove':
      return removeVersion(bucket, change.key, change.versionId);
    case 'tag':
      for (const version of bucket.objects.get(change.key) ?? []) {
        if (version.versionId === change.versionId) version.tags = change.tags;
      }
      return [];
    case 'create-upload':
      bucket.uploads.set(change.upload.id, { ...change.upload, parts: new Map() });
      return [];
    case 'put-part': {
      const { parts } = /** @type {Upload} */ (bucket.uploads.get(change.uploadId));
      const replaced = parts.get(change.partNumber);
      parts.set(change.partNumber, change.part);
      return replaced === undefined ? [] : [replaced.file];
    }
    case 'abort-upload':
      return endUpload(bucket, change.uploadId, null);
  }
}

/**
 * @param {State} state
 * @returns {Generator<Change>} The shortest list of changes that results in this state.
 */
export function* changesTo(state) {
  for (const bucket of state.values()) {
    yield { type: 'create-bucket', bucket: bucket.name, created: bucket.created };
    if (bucket.versioned) yield { type: 'enable-versioning', bucket: bucket.name };
    for (const [key, versions] of bucket.objects) {
      for (const version of versions.toReversed()) {
        yield { type: 'put', bucket: bucket.name, key, version, uploadId: null };
      }
    }
    for (const { parts, ...upload } of bucket.uploads.values()) {
      yield { type: 'create-upload', bucket: bucket.name, upload };
      for (const [partNumber, part] of parts) {
        yield { type: 'put-part', bucket: bucket.name, uploadId: upload.id, partNumber, part };
      }
    }
  }
}

/**
 * @param {State} state
 * @returns {Generator<Segment>} All referenced files.
 */
export function* segmentsOf(state) {
  for (const bucket of state.values()) {
    for (const versions of bucket.objects.values()) for (const version of versions) yield* version.segments;
    for (const upload of bucket.uploads.values()) for (const part of upload.parts.values()) yield part.file;
  }
}

/**
 * @param {string} name
 * @param {number} created
 * @returns {Bucket}
 */
function emptyBucket(name, created) {
  const sortedKeys = { live: null, all: null };
  return { name, created, versioned: false, objects: new Map(), uploads: new Map(), sortedKeys };
}

/**
 * @param {Bucket} bucket
 * @param {string} key
 * @param {Version} version
 */
function putVersion(bucket, key, version) {
  const versions = bucket.objects.get(key) ?? [];
  const kept = versions.filter(other => other.versionId !== version.versionId);
  bucket.objects.set(key, [version, ...kept]);
  invalidateSortedKeys(bucket, versions, [version]);
  return versions.filter(other => other.versionId === version.versionId).flatMap(other => other.segments);
}

/**
 * @param {Bucket} bucket
 * @param {string} key
 * @param {string} versionId
 */
function removeVersion(bucket, key, versionId) {
  const versions = bucket.objects.get(key) ?? [];
  const kept = versions.filter(version => version.versionId !== versionId);
  if (kept.length === 0) bucket.objects.delete(key);
  else bucket.objects.set(key, kept);
  invalidateSortedKeys(bucket, versions, kept);
  return versions.filter(version => version.versionId === versionId).flatMap(version => version.segments);
}

/**
 * @param {Bucket} bucket
 * @param {string | null} uploadId
 * @param {Version | null} version The completed object; null if the upload was aborted.
 */
function endUpload(bucket, uploadId, version) {
  if (uploadId === null) return [];
  const used = new Set(version?.segments.map(segment => segment.file));
  const parts = bucket.uploads.get(uploadId)?.parts.values() ?? [];
  bucket.uploads.delete(uploadId);
  return [...parts].map(part => part.file).filter(segment => !used.has(segment.file));
}

/**
 * Drops the cached lists of keys that a change of a key's versions affects.
 *
 * @param {Bucket} bucket
 * @param {Version[]} before
 * @param {Version[]} after
 */
function invalidateSortedKeys(bucket, before, after) {
  const live = (/** @type {Version[]} */ versions) => versions[0] !== undefined && !versions[0].deleteMarker;
  if (live(before) !== live(after)) bucket.sortedKeys.live = null;
  if (before.length === 0 || after.length === 0) bucket.sortedKeys.all = null;
}
