/** @import { LocaleDefinition } from '@faker-js/faker' */
/** @import { ByteWriter } from './byte-writer.js' */
import { encodeWords } from './byte-writer.js';

/**
 * Compiles Faker's patterns, such as `{{person.lastName}} - {{person.lastName}}`, to functions that draw from the same lists
 * with the same probabilities. Faker spends most of its time parsing the pattern again for every value.
 *
 * @param {object} context
 * @param {LocaleDefinition} context.definitions Faker's word lists.
 * @param {() => number} context.draw Faker's randomizer: uniform in [0, 1).
 * @param {ByteWriter} context.out
 */
export function createPatterns({ definitions, draw, out }) {
  return { pick, oneOf, compile };

  /**
   * @param {readonly string[]} words
   * @returns {() => void} Writes one of the words.
   */
  function pick(words) {
    const list = encodeWords(words);
    if (list.count === 1) return () => out.word(list, 0);
    return () => out.word(list, Math.floor(draw() * list.count));
  }

  /**
   * @param {readonly { weight: number, write: () => void }[]} choices
   * @returns {() => void} Writes one of the choices, by weight.
   */
  function oneOf(choices) {
    const total = choices.reduce((sum, { weight }) => sum + weight, 0);
    const last = choices[choices.length - 1];
    return () => {
      let left = draw() * total;
      for (const choice of choices) {
        left -= choice.weight;
        if (left < 0) return choice.write();
      }
      last.write();
    };
  }

  /**
   * @param {string | readonly string[]} pattern One pattern, or several equally likely ones.
   * @param {object} [options]
   * @param {Record<string, () => void>} [options.writers] By placeholder, for placeholders that are not the path of a list.
   * @param {(text: string) => string} [options.spell] Applied to each word and literal, at compile time.
   * @returns {() => void} Writes a text of that pattern.
   */
  function compile(pattern, { writers = {}, spell = text => text } = {}) {
    if (typeof pattern !== 'string') {
      return oneOf(pattern.map(one => ({ weight: 1, write: compile(one, { writers, spell }) })));
    }
    const steps = pattern
      .split(PLACEHOLDER)
      .map((part, index) => (index % 2 === 0 ? [part] : (writers[part] ?? listAt(definitions, part))))
      .filter(step => typeof step === 'function' || step[0] !== '')
      .map(step => (typeof step === 'function' ? step : pick(step.map(spell))));
    return () => {
      for (const step of steps) step();
    };
  }
}

/**
 * @param {LocaleDefinition} definitions
 * @param {string} path Such as `hacker.noun`, or `person.jobArea` for the list `person.job_area`.
 * @returns {string[]}
 */
function listAt(definitions, path) {
  /** @type {any} */
  let list = definitions;
  for (const name of path.split('.')) list = list?.[name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)];
  if (!Array.isArray(list)) throw new TypeError(`Faker has no list of words at "${path}"`);
  return list;
}

const PLACEHOLDER = /{{([\w.]+)}}/;
