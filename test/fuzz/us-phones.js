import { tryCaseIn } from './phones.js';

export const name = 'us-phones';

/**
 * The campaign `phones`, with the United States as the default country of every case.
 *
 * @param {number} seed
 * @returns {Promise<{ category: string, outcome: string }>}
 */
export function tryCase(seed) {
  return tryCaseIn('US', seed);
}
