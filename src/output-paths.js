import { CHECKPOINT_NAME, MANIFEST_NAME } from './archive/guard.js';

/**
 * Where an entry's output, and its bad records, are.
 *
 * @typedef {{ output: (path: string) => string, rejected: (path: string) => string }} Addresses
 */

/**
 * @param {string} place
 * @returns {string}
 */
export function manifestPath(place) {
  return `${place}/${MANIFEST_NAME}`;
}

/**
 * @param {string} place
 * @returns {string}
 */
export function checkpointPath(place) {
  return `${place}/${CHECKPOINT_NAME}`;
}

/**
 * @param {string} place
 * @param {string} name
 * @returns {string}
 */
export function outputPath(place, name) {
  return `${place}/${name}`;
}

/**
 * Apart from the outputs: bad records hold what the recipe drops, and get permissions of their own.
 *
 * @param {string} place
 * @param {string} name
 * @returns {string}
 */
export function rejectedPath(place, name) {
  return `${rejectedPlace(place)}/${name}`;
}

/**
 * @param {string} place
 * @returns {string}
 */
export function rejectedPlace(place) {
  return `${REJECTED_FOLDER}/${place}`;
}

/**
 * @param {{ locate(path: string): string }} destination
 * @param {string} place
 * @returns {Addresses}
 */
export function addressesOf(destination, place) {
  return {
    output: path => destination.locate(outputPath(place, path)),
    rejected: path => destination.locate(rejectedPath(place, path)),
  };
}

/** What is beneath a destination beside the archives' places. */
export const REJECTED_FOLDER = '_rejected';
