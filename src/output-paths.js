import { CHECKPOINT_NAME, MANIFEST_NAME } from './archive/guard.js';

/**
 * The addresses of an entry's output and of its rejected records.
 *
 * @typedef {{ output: (name: string) => string, rejected: (name: string) => string }} Addresses
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
 * @param {{ locate(path: string): string }} destination
 * @param {string} outputFolder
 * @returns {Addresses}
 */
export function addressesOf(destination, outputFolder) {
  return {
    output: name => destination.locate(outputPath(outputFolder, name)),
    rejected: name => destination.locate(rejectedPath(outputFolder, name)),
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

/** The only folder directly under a destination that is no archive's output folder. */
export const REJECTED_FOLDER = '_rejected';
