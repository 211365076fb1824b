import { CHECKPOINT_NAME, MANIFEST_NAME } from './reserved-names.js';

/**
 * The addresses of an entry's output, of its rejected records and of the reasons for these.
 *
 * @typedef {Record<'output' | 'rejected' | 'reasons', (name: string) => string>} Addresses
 */

/**
 * @param {string} outputFolder
 * @returns {string}
 */
export function manifestPath(outputFolder) {
  return `${outputFolder}/${MANIFEST_NAME}`;
}

/**
 * @param {string} outputFolder
 * @returns {string}
 */
export function checkpointPath(outputFolder) {
  return `${outputFolder}/${CHECKPOINT_NAME}`;
}

/**
 * @param {string} outputFolder
 * @param {string} name An entry's.
 * @returns {string}
 */
export function outputPath(outputFolder, name) {
  return `${outputFolder}/${name}`;
}

/**
 * @param {string} outputFolder
 * @param {string} name An entry's.
 * @returns {string}
 */
export function rejectedPath(outputFolder, name) {
  return `${rejectedFolder(outputFolder)}/${name}`;
}

/**
 * Rejected records are kept apart from the outputs: they hold what the recipe drops, and get permissions of their own.
 *
 * @param {string} outputFolder
 * @returns {string}
 */
export function rejectedFolder(outputFolder) {
  return `${REJECTED_FOLDER}/${outputFolder}`;
}

/**
 * @param {string} outputFolder
 * @param {string} name An entry's.
 * @returns {string}
 */
export function reasonsPath(outputFolder, name) {
  return `${reasonsFolder(outputFolder)}/${name}${REASONS_ENDING}`;
}

/**
 * Why records were rejected. The reasons hold the names of fields that the recipe drops.
 *
 * @param {string} outputFolder
 * @returns {string}
 */
export function reasonsFolder(outputFolder) {
  return `${REASONS_FOLDER}/${outputFolder}`;
}

/**
 * The entry that a path belongs to.
 *
 * @param {string} path Of an output, of rejected records or of reasons.
 * @param {string} outputFolder
 * @returns {string} Its name.
 */
export function entryNameOf(path, outputFolder) {
  const reasons = `${reasonsFolder(outputFolder)}/`;
  if (path.startsWith(reasons)) return path.slice(reasons.length, -REASONS_ENDING.length);
  const rejected = `${rejectedFolder(outputFolder)}/`;
  return path.slice(path.startsWith(rejected) ? rejected.length : outputFolder.length + 1);
}

/**
 * @param {{ locate(path: string): string }} destination
 * @param {string} outputFolder
 * @returns {Addresses}
 */
export function addressesOf(destination, outputFolder) {
  return {
    output: name => destination.locate(outputPath(outputFolder, name)),
    rejected: name => destination.locate(rejectedPath(outputFolder, name)),
    reasons: name => destination.locate(reasonsPath(outputFolder, name)),
  };
}

/**
 * What marks a job's outputs as its own.
 *
 * @param {{ versionId: string | null, etag: string, outputFolder: string }} source
 * @param {string} recipeSha256
 */
export function provenanceOf({ versionId, etag, outputFolder }, recipeSha256) {
  return { source: versionId ?? etag, recipe: recipeSha256, outputFolder };
}

const REJECTED_FOLDER = '_rejected';
export const REASONS_FOLDER = '_reasons';
const REASONS_ENDING = '.jsonl';
/** The folders directly under a destination that are no archive's output folder. */
export const RESERVED_FOLDERS = [REJECTED_FOLDER, REASONS_FOLDER, '_shards'];
