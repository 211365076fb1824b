/** @import { Form } from '../catalog/load-catalog.js' */

/**
 * How rows become JSON. `keys`: what stands before each value, the beginning of the object or the comma included. `kinds`: how each value's
 * text becomes JSON. `isList`: whether there is a comma between the rows, and not a line feed behind each.
 *
 * @typedef {{ keys: readonly Buffer[], kinds: readonly number[], isList: boolean }} JsonShape
 */

/**
 * @param {readonly { name: string, form: Form }[]} columns Of the answer.
 * @param {boolean} isList
 * @returns {JsonShape}
 */
export function jsonShape(columns, isList) {
  return {
    // A name is escaped as Postgres does it.
    keys: columns.map(({ name }, index) => Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)),
    kinds: columns.map(({ form }) => KINDS[form]),
    isList,
  };
}

/** A text becomes a string. So does a number that JSON has not, such as NaN, and anything that is not what it should be. */
export const TEXT = 0;
export const NUMBER = 1;
export const BOOLEAN = 2;
/** Postgres has made it JSON. */
export const JSON_TEXT = 3;

/** @type {Record<Form, number>} */
const KINDS = { text: TEXT, number: NUMBER, boolean: BOOLEAN, moment: JSON_TEXT, other: JSON_TEXT };
