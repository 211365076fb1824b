/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { PhoneFormatter } from './formatter.js' */

/**
 * What no phone needs is not loaded.
 *
 * @param {CsvRule['phones']} phones
 * @returns {Promise<PhoneFormatter[]>} One per phone, in the same order.
 */
export function openFormatters(phones) {
  return Promise.all(phones.map(({ format, country }) => (format === 'strip' ? null : openFormatter(format, country))));
}

/**
 * @param {Exclude<CsvRule['phones'][number]['format'], 'strip'>} format
 * @param {string | null} country
 */
async function openFormatter(format, country) {
  const { createPhoneFormatter } = await import('./formatter.js');
  return createPhoneFormatter({ format, country });
}
