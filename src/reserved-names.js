/** The name of an archive's manifest, in its output folder. */
export const MANIFEST_NAME = '_manifest.json';
/** The name of its checkpoint, beside the manifest. */
export const CHECKPOINT_NAME = '_checkpoint';
/** Names that no entry, and no folder of an entry, may have. */
export const RESERVED_NAMES = [MANIFEST_NAME, CHECKPOINT_NAME];
