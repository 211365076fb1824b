import { createPhoneFormatter } from './formatter.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { PhoneFormatter } from './formatter.js' */

/**
 * @param {CsvRule['phones']} phones
 * @returns {Promise<PhoneFormatter[]>} One per phone, in the same order.
 */
export function openFormatters(phones) {
  return Promise.all(
    phones.map(({ format, country }) => (format === 'strip' ? null : createPhoneFormatter({ format, country }))),
  );
}
