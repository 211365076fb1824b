import { createPhoneFormatter } from '../phone/formatter.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { PhoneFormatter } from '../phone/formatter.js' */

/**
 * @param {CsvRule['phones']} phones
 * @returns {Promise<PhoneFormatter[]>} In the same order.
 */
export function openFormatters(phones) {
  return Promise.all(
    phones.map(({ format, country }) => (format === 'strip' ? null : createPhoneFormatter({ format, country }))),
  );
}
