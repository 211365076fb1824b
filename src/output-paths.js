import { CHECKPOINT_NAME, MANIFEST_NAME } from './archive/guard.js';

/**
 * Where an entry's output, and its bad records, are.
 *
 * @typedef {{ output: (path: string) => string, rejected: (path: string) => string }} Addresses
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
 * @param {string} name
 * @returns {string}
 */
export function outputPath(outputFolder, name) {
  return `${outputFolder}/${name}`;
}

/**
 * Apart from the outputs: bad records hold what the recipe drops, and get permissions of their own.
 *
 * @param {string} outputFolder
 * @param {string} name
 * @returns {string}
 */
export function rejectedPath(outputFolder, name) {
  return `${rejectedFolder(outputFolder)}/${name}`;
}

/**
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
    output: path => destination.locate(outputPath(outputFolder, path)),
    rejected: path => destination.locate(rejectedPath(outputFolder, path)),
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

/** What is beneath a destination beside the archives' places. */
export const REJECTED_FOLDER = '_rejected';
