import { RecipeError } from '../errors.js';
import { formatPath } from './path.js';
import { PathTree } from './path-tree.js';

/** @import { Path } from './path.js' */

/** @typedef {{ code: string, message: string, path: Path }} Problem */

/**
 * Reports a problem in a part of a recipe.
 *
 * @callback Report
 * @param {Path} path From that part.
 * @param {string} text What follows the path in the message.
 * @param {string} [code] By default, `recipe/conflict`.
 * @returns {void}
 */

/** Collects what is wrong with a recipe, so that its author sees all of it at once. */
export class Problems {
  /** @type {Problem[]} */
  list = [];
  #paths = new PathTree();
  /** How many of the list are in `#paths`. */
  #known = 0;

  /**
   * @param {Path} base
   * @returns {Report}
   */
  reportIn(base) {
    return (path, text, code = 'recipe/conflict') => {
      const full = [...base, ...path];
      this.list.push({ code, message: `${formatPath(full)} ${text}`, path: full });
    };
  }

  /**
   * @template T
   * @param {Path} path Where the problem is if `read` throws a RecipeError.
   * @param {() => T} read
   * @returns {T | undefined}
   */
  attempt(path, read) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RecipeError)) throw error;
      this.list.push({ code: error.code, message: error.message, path });
      return undefined;
    }
  }

  /**
   * @param {Path} path
   * @returns {boolean} Whether something at or below the path is wrong.
   */
  areIn(path) {
    for (; this.#known < this.list.length; this.#known++) this.#paths.add(this.list[this.#known].path);
    return this.#paths.reaches(path);
  }

  /**
   * @param {unknown} recipe As its author wrote it.
   * @throws {RecipeError} With all problems in the order of the text.
   */
  throwIfAny(recipe) {
    if (this.list.length === 0) return;
    const placed = this.inOrder(recipe);
    const [{ code, message }] = placed;
    const more = placed.length - 1;
    throw new RecipeError(
      code,
      more === 0 ? message : `${message}; and ${more} more ${more > 1 ? 'problems' : 'problem'}`,
      {
        problems: placed.slice(0, MAX_PROBLEMS).map(({ code, message }) => ({ code, message })),
        problemCount: placed.length,
      },
    );
  }

  /**
   * @param {unknown} recipe As its author wrote it.
   * @returns {Problem[]} In the order of the text.
   */
  inOrder(recipe) {
    const order = textOrder(recipe);
    return this.list
      .map(problem => ({ problem, place: order(problem.path) }))
      .sort((a, b) => comparePlaces(a.place, b.place))
      .map(({ problem }) => problem);
  }
}

/**
 * @param {unknown} recipe
 * @returns {(path: Path) => number[]} For each key of a path, how many keys stand before it in its object.
 */
function textOrder(recipe) {
  /** @type {Map<object, Map<string, number>>} */
  const keys = new Map();
  return path => {
    let value = recipe;
    return path.map(key => {
      const object = value;
      if (typeof object !== 'object' || object === null) return 0;
      value = /** @type {Record<string | number, unknown>} */ (object)[key];
      if (typeof key === 'number') return key;
      const places = keys.get(object) ?? new Map(Object.keys(object).map((name, index) => [name, index]));
      keys.set(object, places);
      // A key that is missing has no place: its object has.
      return places.get(key) ?? -1;
    });
  };
}

/**
 * @param {number[]} a
 * @param {number[]} b
 */
function comparePlaces(a, b) {
  const index = a.findIndex((place, index) => place !== b[index]);
  return index === -1 ? a.length - b.length : a[index] - (b[index] ?? Number.NEGATIVE_INFINITY);
}

const MAX_PROBLEMS = 50;
